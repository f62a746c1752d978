import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { request as rawRequest } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { cleanFilename } from '../src/intake/uploads/receive.ts';
import { abandonStaleUploads, forgetOldUploads } from '../src/intake/uploads/recover.ts';
import type { Client } from './support/client.ts';
import { makeEpub } from './support/epub.ts';
import { startServer, type TestServer } from './support/server.ts';
import { stagedNames, storedBooks } from './support/stored.ts';
import { address, begin, idOf, received, send } from './support/tus.ts';
import { stage } from './support/uploads.ts';

const patch = {
  'tus-resumable': '1.0.0',
  'content-type': 'application/offset+octet-stream',
  'upload-offset': '0',
};
const limit = 200_000;
const quota = 500_000;
let server: TestServer;
let reader: Client;
let clock = () => new Date();

before(async () => {
  server = await startServer({
    config: { maxUploadBytes: limit, quotaBytes: quota },
    services: { now: () => clock() },
  });
});
after(() => server.stop());
beforeEach(async () => {
  reader = await server.reader();
});

const json = async <T>(response: Response) => (await response.json()) as T;
const rows = (who = reader) =>
  server.services.db
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', who.user?.id ?? '')
    .execute();
const staged = async () => (await stagedNames(server.services)).filter((name) => !name.includes('.'));

const stagedBytes = async (location: string) => (await server.services.staging.size(idOf(location))) ?? 0;

function multipart(bytes: Uint8Array, filename = 'book.epub', field = 'file'): RequestInit {
  const form = new FormData();
  form.append(field, new Blob([Buffer.from(bytes)]), filename);
  return { method: 'POST', body: form };
}

describe('resumable', () => {
  test('a book in one piece: the response to the last byte contains the book', async () => {
    const bytes = await makeEpub({ title: 'Moby Dick', author: 'Herman Melville' });
    const location = await address(reader, bytes.length, 'moby.epub');
    assert.match(location, /^\/v1\/uploads\/files\/[0-9a-f-]{36}$/);
    const answer = await send(reader, location, bytes);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('upload-offset'), String(bytes.length));
    const upload = await json<Upload>(answer);
    assert.deepEqual(
      [upload.state, upload.filename, upload.size, upload.duplicate, upload.book?.title, upload.book?.author],
      ['done', 'moby.epub', bytes.length, false, 'Moby Dick', 'Herman Melville'],
    );
    assert.equal((await reader.call('GET /books', {})).items[0]?.id, upload.book?.id);
    assert.deepEqual(await reader.call('GET /uploads/:id', { params: { id: upload.id } }), upload);
  });

  test('OPTIONS names the version of the protocol, its extensions and the size limit', async () => {
    const { status, headers } = await reader.fetch('/v1/uploads/files', { method: 'OPTIONS' });
    assert.equal(status, 204);
    const named = ['tus-version', 'tus-extension', 'tus-max-size', 'access-control-allow-methods'];
    assert.deepEqual(
      named.map((name) => headers.get(name)),
      ['1.0.0', 'creation,creation-with-upload,termination', String(limit), null],
    );
  });

  test('in pieces, continuing from the current offset', async () => {
    const bytes = await makeEpub({ chapters: [randomBytes(20_000).toString('hex')] });
    const location = await address(reader, bytes.length);
    const half = Math.floor(bytes.length / 2);
    assert.equal((await send(reader, location, bytes.subarray(0, half))).status, 204);
    assert.equal(await received(reader, location), half);
    const { state } = await reader.call('GET /uploads/:id', { params: { id: idOf(location) } });
    assert.equal(state, 'receiving');
    assert.equal((await send(reader, location, bytes.subarray(half), half)).status, 200);
  });

  test('a piece at a wrong offset is refused and not stored', async () => {
    const location = await address(reader, 100);
    await send(reader, location, new Uint8Array(10));
    for (const offset of [0, 5, 11, 99]) {
      const answer = await send(reader, location, new Uint8Array(5), offset);
      assert.equal(answer.status, 409);
      assert.equal((await json<ErrorBody>(answer)).code, 'conflict');
    }
    assert.equal(await received(reader, location), 10);
  });

  for (const [what, method, path, headers, status, code] of [
    ['without the version of the protocol', 'POST', '', {}, 412, 'malformed_request'],
    ['without a length', 'POST', '', { 'tus-resumable': '1.0.0' }, 400, 'malformed_request'],
    ['of an upload that is not there', 'PATCH', `/${randomUUID()}`, patch, 404, 'upload_not_found'],
    [
      'without a place',
      'PATCH',
      `/${randomUUID()}`,
      { ...patch, 'upload-offset': '' },
      400,
      'malformed_request',
    ],
  ] as const)
    test(`a request ${what} is refused in our format, with its status, and not cached`, async () => {
      const answer = await reader.fetch(`/v1/uploads/files${path}`, { method, headers: { ...headers } });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      const error = await json<ErrorBody>(answer);
      assert.deepEqual([error.status, error.code], [status, code]);
      assert.ok(error.error.length > 0);
    });

  test('[UP-02] a connection that breaks at 99 % loses only what had not arrived', async () => {
    const bytes = await makeEpub({ chapters: [randomBytes(40_000).toString('hex')] });
    const location = await address(reader, bytes.length);
    const part = Math.floor(bytes.length * 0.99);
    await breakOff(location, bytes.subarray(0, part), bytes.length);
    const kept = await eventually(
      () => received(reader, location),
      (offset) => (offset ?? 0) > 0,
    );
    assert.ok(kept !== null && kept <= part);
    const answer = await send(reader, location, bytes.subarray(kept), kept);
    assert.equal(answer.status, 200, await answer.clone().text());
    assert.equal((await json<Upload>(answer)).state, 'done');
  });

  test('a client that lost the last response asks, and sends nothing twice', async () => {
    const bytes = await makeEpub();
    const location = await address(reader, bytes.length);
    const { book } = await json<Upload>(await send(reader, location, bytes));
    assert.equal(await received(reader, location), bytes.length);
    const again = await send(reader, location, new Uint8Array(), bytes.length);
    assert.equal(again.status, 200);
    assert.equal((await json<Upload>(again)).book?.id, book?.id);
    assert.equal(
      (await reader.call('GET /uploads/:id', { params: { id: idOf(location) } })).book?.id,
      book?.id,
    );
    assert.equal((await reader.call('GET /books', {})).total, 1);
  });

  test('an invalid book is refused with a message, also when asked later', async () => {
    const location = await address(reader, 17, 'holiday.epub');
    const answer = await send(reader, location, Buffer.from('this is no book!!'));
    assert.equal(answer.status, 415);
    const error = await json<ErrorBody>(answer);
    assert.equal(error.code, 'unsupported_file');
    const upload = await reader.call('GET /uploads/:id', { params: { id: idOf(location) } });
    assert.equal(upload.state, 'refused');
    assert.deepEqual(upload.error, error);
    assert.equal((await reader.call('GET /books', {})).total, 0);
  });

  test('an upload is cancelled with its bytes, by either URL', async () => {
    for (const cancel of [
      (location: string) =>
        reader.fetch(location, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }),
      (location: string) => reader.fetch(`/v1/uploads/${idOf(location)}`, { method: 'DELETE' }),
    ]) {
      const location = await address(reader, 100);
      await send(reader, location, new Uint8Array(10));
      assert.equal((await cancel(location)).status, 204);
      assert.equal(await received(reader, location), null);
      assert.deepEqual(await rows(), []);
      assert.ok(!(await staged()).includes(idOf(location)));
    }
  });

  test('a finished upload cannot be cancelled: its book exists', async () => {
    const bytes = await makeEpub();
    const location = await address(reader, bytes.length);
    await send(reader, location, bytes);
    await reader.fails(409, 'DELETE /uploads/:id', { params: { id: idOf(location) } });
    assert.equal((await reader.call('GET /books', {})).total, 1);
  });

  test('unfinished uploads are listed; one that nobody continues for a day is abandoned', async () => {
    const location = await address(reader, 100, 'slow.pdf');
    await send(reader, location, new Uint8Array(10));
    assert.deepEqual(
      (await reader.call('GET /uploads', {})).items.map(({ filename }) => filename),
      ['slow.pdf'],
    );
    await abandonStaleUploads(server.services);
    assert.equal(await received(reader, location), 10);
    clock = () => new Date(Date.now() + 25 * 3_600_000);
    await abandonStaleUploads(server.services);
    clock = () => new Date();
    assert.equal(await received(reader, location), null);
    assert.ok(!(await staged()).includes(idOf(location)));
  });

  test('[S-02] a limited number of finished uploads is remembered, the newest ones', async () => {
    const hoarder = await server.reader();
    const ended = (second: number) =>
      stage(server.services, hoarder.user?.id ?? '', null, {
        filename: `${second}.epub`,
        state: 'refused',
        updated_at: new Date(Date.now() - second * 1_000).toISOString(),
      });
    for (let second = 0; second < 5; second++) await ended(second);
    await forgetOldUploads(server.services, 3);
    const { db } = server.services;
    const rows = await db
      .selectFrom('uploads')
      .select('filename')
      .where('user_id', '=', hoarder.user?.id ?? '')
      .execute();
    assert.deepEqual(rows.map(({ filename }) => filename).sort(), ['0.epub', '1.epub', '2.epub']);
  });
});

describe('in one request', () => {
  test('a multipart POST returns the book, with 200 when it already exists', async () => {
    const bytes = await makeEpub({ title: 'Emma' });
    const first = await reader.fetch('/v1/books', multipart(bytes));
    assert.equal(first.status, 201);
    const book = await json<Book>(first);
    assert.equal(book.title, 'Emma');
    const second = await reader.fetch('/v1/books', multipart(bytes, 'another name.epub'));
    assert.equal(second.status, 200);
    assert.equal((await json<Book>(second)).id, book.id);
    await eventually(staged, (names) => names.length === 0);
  });

  test('without a file, under another field or with another type, it is refused', async () => {
    const asked: [number, RequestInit][] = [
      [422, multipart(new Uint8Array(3), 'x', 'book')],
      [422, { method: 'POST', body: new FormData() }],
      [415, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
      [415, multipart(Buffer.from('no book'))],
    ];
    for (const [status, init] of asked) {
      const answer = await reader.fetch('/v1/books', init);
      assert.equal(answer.status, status, await answer.clone().text());
      assert.equal((await json<ErrorBody>(answer)).status, status);
    }
    await eventually(staged, (names) => names.length === 0);
  });
});

describe('limits', () => {
  test('[AF-14] no bytes, the limit, one more, no length, a break at 99 %: the limit is exact and nothing is left behind', async () => {
    // Empty.
    const none = await begin(reader, 0);
    assert.equal(none.status, 422);
    assert.equal((await json<ErrorBody>(none)).code, 'empty_file');
    const noBytes = await reader.fetch('/v1/books', multipart(new Uint8Array()));
    assert.equal((await json<ErrorBody>(noBytes)).code, 'empty_file');
    // The limit: accepted as a size, and refused only for its content.
    const atLimit = await reader.fetch('/v1/books', multipart(new Uint8Array(limit)));
    assert.equal((await json<ErrorBody>(atLimit)).code, 'unsupported_file');
    const location = await address(reader, limit);
    assert.equal(
      (await json<ErrorBody>(await send(reader, location, new Uint8Array(limit)))).code,
      'unsupported_file',
    );
    // One byte more.
    const tooLarge = await begin(reader, limit + 1);
    assert.equal(tooLarge.status, 413);
    assert.equal((await json<ErrorBody>(tooLarge)).code, 'file_too_large');
    const oneMore = await reader.fetch('/v1/books', multipart(new Uint8Array(limit + 1)));
    assert.equal((await json<ErrorBody>(oneMore)).code, 'file_too_large');
    // More than announced.
    const small = await address(reader, 10);
    assert.equal((await send(reader, small, new Uint8Array(11))).status, 413);
    assert.equal(await received(reader, small), 0);
    await reader.fetch(small, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } });
    // A missing or invalid length.
    for (const length of ['', '-1', '1e3', 'x'])
      assert.equal((await begin(reader, length)).status, 400, length);
    const deferred = await reader.fetch('/v1/uploads/files', {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' },
    });
    assert.equal(deferred.status, 400);
    const endless = await reader.fetch('/v1/books', withoutLength(multipart(new Uint8Array(limit + 1))));
    assert.equal((await json<ErrorBody>(endless)).code, 'file_too_large');
    // An aborted multipart request.
    await breakOffMultipart(limit * 0.99);
    await eventually(staged, (names) => names.length === 0);
    await eventually(rows, (left) => left.every(({ state }) => state === 'refused'));
    assert.equal((await reader.call('GET /books', {})).total, 0);
  });

  test('[AF-17] what does not fit into the quota is refused before it is sent, with a message', async () => {
    const open: string[] = [];
    for (let i = 0; i < 2; i++) open.push(await address(reader, limit));
    const refused = await begin(reader, quota - 2 * limit + 1);
    assert.equal(refused.status, 413);
    const error = await json<ErrorBody>(refused);
    assert.equal(error.code, 'quota_exceeded');
    assert.match(error.error, /full/);
    await reader.fetch(open[0] ?? '', { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } });
    await address(reader, quota - limit - limit);
    const other = await server.reader();
    await address(other, limit);
  });

  test('parallel uploads cannot exceed the quota', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin(reader, 100_000)));
    assert.equal(answers.filter(({ status }) => status === 201).length, quota / 100_000);
  });

  test('[AF-15] a file name with NUL, line breaks, bidi marks or 300 characters is cleaned, and never used as a path', async () => {
    const table: [string, string][] = [
      ['a\0b.epub', 'ab.epub'],
      ['a\r\nSet-Cookie: x.epub', 'aSet-Cookie: x.epub'],
      ['book\u202Efdp.epub', 'bookfdp.epub'],
      ['../../etc/passwd', 'passwd'],
      ['C:\\Users\\me\\book.pdf', 'book.pdf'],
      ['..', 'book'],
      ['', 'book'],
      [' \u200B ', 'book'],
      [`${'x'.repeat(300)}.epub`, `${'x'.repeat(195)}.epub`],
      ['Żółć – 本.epub', 'Żółć – 本.epub'],
    ];
    for (const [given, wanted] of table) {
      assert.equal(cleanFilename(given), wanted);
      const location = await address(reader, 10, given === '' ? ' ' : given);
      const { filename } = await reader.call('GET /uploads/:id', { params: { id: idOf(location) } });
      assert.equal(filename, wanted);
      assert.ok((await staged()).every((name) => /^[0-9a-f-]{36}$/.test(name)));
      await reader.fetch(location, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } });
    }
  });

  test('[AF-16] the same file twice at once is one book and one blob', async () => {
    const bytes = await makeEpub();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => reader.fetch('/v1/books', multipart(bytes))),
    );
    const books = await Promise.all(answers.map((answer) => json<Book>(answer)));
    assert.equal(new Set(books.map(({ id }) => id)).size, 1);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201]);
    assert.equal((await reader.call('GET /books', {})).total, 1);
    const folders = await storedBooks(server.services);
    const known = await server.services.db.selectFrom('books').select('id').execute();
    assert.deepEqual(folders.sort(), known.map(({ id }) => id).sort());
  });
});

/** The same request with chunked encoding, without a known length. */
function withoutLength(init: RequestInit): RequestInit {
  const whole = new Request('http://localhost', init);
  const type = whole.headers.get('content-type') ?? '';
  const options = { method: 'POST', headers: { 'content-type': type }, body: whole.body, duplex: 'half' };
  return options as RequestInit;
}

/** Sends some of the announced bytes, and closes the connection when they have arrived. */
async function breakOff(location: string, bytes: Uint8Array, announced: number): Promise<void> {
  const asked = rawRequest(`${server.origin}${location}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${reader.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(announced),
    },
  });
  asked.on('error', () => {});
  asked.write(bytes);
  await eventually(
    () => stagedBytes(location),
    (size) => size === bytes.length,
  );
  const closed = new Promise((resolve) => asked.once('close', resolve));
  asked.destroy();
  await closed;
}

async function breakOffMultipart(bytes: number): Promise<void> {
  const boundary = 'xxxxboundaryxxxx';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x.epub"\r\n\r\n`;
  const asked = rawRequest(`${server.origin}/v1/books`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${reader.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(limit),
    },
  });
  asked.on('error', () => {});
  asked.write(head);
  await new Promise<void>((resolve) => asked.write(Buffer.alloc(bytes), () => resolve()));
  const closed = new Promise((resolve) => asked.once('close', resolve));
  asked.destroy();
  await closed;
}

/** Polls, because the server handles a closed connection asynchronously. */
async function eventually<T>(ask: () => Promise<T>, wanted: (value: T) => boolean): Promise<T> {
  const end = performance.now() + 60_000;
  for (;;) {
    const value = await ask();
    if (wanted(value)) return value;
    assert.ok(performance.now() < end, `It has not become so: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

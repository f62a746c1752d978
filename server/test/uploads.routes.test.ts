import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as rawRequest } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { bookFile } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { openApiDocument } from './support/openapi.ts';
import { startServer, type TestServer } from './support/server.ts';
import { address, begin, idOf, received, send } from './support/tus.ts';

const onSqlite = { skip: process.env.LECTERN_TEST_ENGINE === 'postgres' && 'the driver needs its timers' };
const tus = { 'tus-resumable': '1.0.0' };
const quotaBytes = 300_000;
const start = Date.now();
let now = start;
let server: TestServer;
let reader: Client;
let other: Client;

before(async () => {
  server = await startServer({ config: { quotaBytes }, services: { now: () => new Date(now) } });
});
after(() => server.stop());
beforeEach(async () => {
  now = start;
  reader = await server.reader();
  other = await server.reader();
});

const json = async <T>(response: Response) => (await response.json()) as T;
const rowOf = (location: string) =>
  server.services.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', idOf(location))
    .executeTakeFirstOrThrow();

test('[SV-01] the OpenAPI document describes uploads to people and programs', async () => {
  const { paths } = await openApiDocument(server.visitor);
  const signedIn = [{ bearer: [] }];
  const book = paths['/v1/books']?.post as unknown as Record<string, unknown>;
  assert.match(
    String(book.summary),
    /^Add a book in one request: multipart\/form-data with the field `file`/,
  );
  assert.deepEqual([book.tags, book.security], [['books'], signedIn]);
  assert.deepEqual(Object.keys(book.responses as object).sort(), ['200', '201', '202', '4XX', '5XX']);
  assert.deepEqual(book.requestBody, {
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['file'],
          properties: { file: { type: 'string', format: 'binary' } },
        },
      },
    },
    required: true,
  });
  for (const [path, method, verb] of [
    ['/v1/uploads/files', 'post', 'Begin'],
    ['/v1/uploads/files/{id}', 'patch', 'Continue'],
    ['/v1/uploads/files/{id}', 'delete', 'Cancel'],
  ] as const) {
    const operation = paths[path]?.[method] as unknown as Record<string, unknown>;
    assert.deepEqual(
      [operation.summary, operation.tags, operation.security],
      [
        `${verb} a resumable upload (tus 1.0.0; metadata: filename, filetype, book, replaces)`,
        ['uploads'],
        signedIn,
      ],
    );
  }
});

describe('a resumable upload', () => {
  test('[AA-02] is its reader’s: others neither see, continue nor cancel it', async () => {
    const location = await address(reader, 100);
    now += 1_000;
    assert.equal(await received(other, location), null);
    const answer = await send(other, location, new Uint8Array(10));
    assert.deepEqual([answer.status, (await json<ErrorBody>(answer)).code], [404, 'upload_not_found']);
    const cancelled = await other.fetch(location, { method: 'DELETE', headers: tus });
    assert.equal(cancelled.status, 404);
    assert.equal(await received(reader, location), 0);
    assert.equal((await rowOf(location)).updated_at, new Date(start).toISOString());
  });

  test('is continued with each piece, not with each question', async () => {
    const location = await address(reader, 100);
    now += 1_000;
    await received(reader, location);
    assert.equal((await rowOf(location)).updated_at, new Date(start).toISOString());
    await send(reader, location, new Uint8Array(10));
    assert.equal((await rowOf(location)).updated_at, new Date(start + 1_000).toISOString());
    const cancelled = await reader.fetch(location, { method: 'DELETE', headers: tus });
    assert.deepEqual([cancelled.status, cancelled.headers.get('tus-resumable')], [204, '1.0.0']);
  });

  test('needs no metadata', async () => {
    const answer = await reader.fetch('/v1/uploads/files', {
      method: 'POST',
      headers: { ...tus, 'upload-length': '10' },
    });
    assert.equal(answer.status, 201);
    const { filename, for_book, replaces } = await rowOf(answer.headers.get('location') ?? '');
    assert.deepEqual([filename, for_book, replaces], ['book', null, null]);
  });

  test('may begin with its bytes, all of them or some', async () => {
    const bytes = bookFile();
    const beginWith = (part: Uint8Array) =>
      reader.fetch('/v1/uploads/files', {
        method: 'POST',
        headers: {
          ...tus,
          'upload-length': String(bytes.length),
          'content-type': 'application/offset+octet-stream',
        },
        body: Buffer.from(part),
      });
    const some = await beginWith(bytes.subarray(0, 100));
    assert.deepEqual([some.status, some.headers.get('upload-offset')], [201, '100']);
    const rest = await send(reader, some.headers.get('location') ?? '', bytes.subarray(100), 100);
    assert.equal((await json<Upload>(rest)).state, 'done');
    const all = await beginWith(bytes);
    assert.equal((await json<Upload>(all)).state, 'done');
  });

  test('that another one is replacing already is refused with the way out', async () => {
    const bytes = bookFile();
    const { book } = await json<Upload>(await send(reader, await address(reader, bytes.length), bytes));
    const metadata = { replaces: book?.id ?? '' };
    assert.equal((await begin(reader, 10, { metadata })).status, 201);
    const error = await json<ErrorBody>(await begin(reader, 10, { metadata }));
    assert.equal(error.code, 'conflict');
    assert.match(error.error, /on its way for this book.*cancel it under Uploads/);
  });
});

describe('an upload in one request', () => {
  test('without its file names the field that is missing', async () => {
    const answer = await reader.fetch('/v1/books', { method: 'POST', body: new FormData() });
    const { error, details } = await json<ErrorBody>(answer);
    assert.equal(error, 'Send the book as a file in the field `file`.');
    assert.deepEqual(details, [{ field: 'file', message: 'is missing' }]);
  });

  test(
    '[S-03] that is refused may go on for five seconds, in which its client reads why',
    onSqlite,
    async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const asked = rawRequest(`${server.origin}/v1/books`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${reader.token}`,
          'content-type': 'multipart/form-data; boundary=xxxx',
          'content-length': String(quotaBytes + 100_000),
        },
      });
      asked.on('error', () => {});
      let status: number | undefined;
      asked.once('response', (response) => {
        status = response.statusCode;
        response.resume();
      });
      asked.write('--xxxx\r\n');
      const pass = async () => {
        t.mock.timers.tick(100);
        await new Promise((resolve) => setImmediate(resolve));
      };
      // The refusal itself is delayed by a second.
      while (status === undefined) await pass();
      assert.equal(status, 413);
      const closed = once(asked, 'close', { signal: AbortSignal.timeout(20_000) });
      t.mock.timers.tick(5_000);
      await closed;
    },
  );
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ERRORS } from '@tus/server';
import { asTusError, TusStore } from '../src/intake/uploads/createTusServer.ts';
import { asUploads, cancelUpload, forgetReceiving, ownUpload } from '../src/intake/uploads/ownUpload.ts';
import {
  beginUpload,
  cleanFilename,
  completeUpload,
  reserveUpload,
  resizeUpload,
  uploadRow,
} from '../src/intake/uploads/receive.ts';
import { abandonStaleUploads, forgetOldUploads, recoverUploads } from '../src/intake/uploads/recover.ts';
import { addUser } from '../src/people/auth/users.ts';
import { AppError } from '../src/run/common/errors.ts';
import { bookFile } from './support/bookFiles.ts';
import { addBook } from './support/books.ts';
import { startServer, type TestServer } from './support/server.ts';
import { stage, uploadBook } from './support/uploads.ts';

/** A bucket does not know of an upload before its first byte. */
const inFolder = { skip: Boolean(process.env.S3_TEST) && 'the staging is in a bucket' };
const maxUploadBytes = 10_000;
const quotaBytes = 50_000;
const start = Date.now();
const hours = 3_600_000;
let server: TestServer;
let userId: string;
let now = start;

before(async () => {
  server = await startServer({
    config: { maxUploadBytes, quotaBytes },
    services: { now: () => new Date(now) },
  });
});
after(() => server.stop());
beforeEach(async () => {
  now = start;
  userId = await anyUser();
});

let users = 0;
const anyUser = () =>
  addUser(server.services.db, {
    email: `u${++users}@example.org`,
    name: 'U',
    passwordHash: '',
    timeZone: 'UTC',
    now: new Date(start),
  });
const log = { error: () => {} };
const iso = (later = 0) => new Date(start + later).toISOString();
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code }) => code,
  );
const stagedAs = (fields: Parameters<typeof stage>[3], bytes: string | null = 'x') =>
  stage(server.services, userId, bytes === null ? null : Buffer.from(bytes), fields);
const states = async () => {
  const rows = await server.services.db
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ id, state }) => [id, state]));
};

describe('[AF-15] the name of an upload', () => {
  const names: [given: string | null | undefined, name: string][] = [
    ['a/b\\c.epub', 'c.epub'],
    ['a.epub/', 'book'],
    ['...', 'book'],
    ['..a', '..a'],
    [' a \t b .epub ', 'a b .epub'],
    ['e\u0301.epub', 'é.epub'],
    ['a\u0000\u200b\u2028\u2029\ud800b', 'ab'],
    [null, 'book'],
    [undefined, 'book'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), 'x'.repeat(200)],
    [`${'x'.repeat(200)}.${'y'.repeat(10)}`, `${'x'.repeat(189)}.${'y'.repeat(10)}`],
    [`${'x'.repeat(200)}.${'y'.repeat(11)}`, 'x'.repeat(200)],
    [`${'x'.repeat(200)}.a.epub`, `${'x'.repeat(195)}.epub`],
    [`${'x'.repeat(194)}😀${'x'.repeat(20)}.epub`, `${'x'.repeat(194)}\ufffd.epub`],
    [`${'x'.repeat(4_000)}/a`, 'x'.repeat(200)],
  ];
  for (const [given, name] of names)
    test(`${JSON.stringify(given)?.slice(0, 40)} is ${JSON.stringify(name).slice(0, 40)}`, () =>
      assert.equal(cleanFilename(given), name));
});

describe('[AF-17] a new upload', () => {
  const upload = () => ({ id: randomUUID(), userId, filename: 'a/b.epub' });

  test('is registered with all that is known of it', async () => {
    const forBook = await addBook(server.services, userId);
    const asked = { ...upload(), size: 10, forBook, replaces: null };
    await beginUpload(server.services, asked);
    const { received, progress, attempts, ...row } = await uploadRow(server.services.db, asked.id);
    assert.deepEqual(
      [
        row.filename,
        Number(row.size),
        row.state,
        row.for_book,
        row.replaces,
        row.book_id,
        Number(row.duplicate),
        row.error,
      ],
      ['b.epub', 10, 'receiving', forBook, null, null, 0, null],
    );
    assert.deepEqual([received, progress, attempts].map(Number), [0, 0, 0]);
    assert.deepEqual([row.created_at, row.updated_at], [iso(), iso()]);
  });

  test('has at least a byte, at most the limit, and fits into the quota with those that are open', async () => {
    const begin = (size: number) => codeOf(beginUpload(server.services, { ...upload(), size }));
    assert.equal(await begin(0), 'empty_file');
    assert.equal(await begin(maxUploadBytes + 1), 'file_too_large');
    for (let i = 0; i < 4; i++) assert.equal(await begin(maxUploadBytes), null);
    assert.equal(await begin(maxUploadBytes), null);
    assert.equal(await begin(1), 'quota_exceeded');
  });

  test('of unknown size reserves what there is', async () => {
    const reserve = (atLeast: number, atMost: number) =>
      reserveUpload(server.services, upload(), { atLeast, atMost });
    assert.equal(await reserve(0, 100_000), maxUploadBytes);
    for (let i = 0; i < 3; i++) assert.equal(await reserve(0, 9_000), 9_000);
    assert.equal(await reserve(0, 8_000), 8_000);
    // Of 50,000 bytes 5,000 are left.
    assert.equal(await codeOf(reserve(5_001, 10_000)), 'quota_exceeded');
    assert.equal(await reserve(5_000, 10_000), 5_000);
    assert.equal(await codeOf(reserve(0, 10_000)), 'quota_exceeded');
  });

  test('gets its size and name when it is here, unless it is cancelled', async () => {
    const asked = upload();
    await reserveUpload(server.services, asked, { atLeast: 0, atMost: 900 });
    const resize = (size: number) =>
      codeOf(resizeUpload(server.services, asked.id, { size, filename: 'x/c.epub' }));
    assert.equal(await resize(0), 'empty_file');
    assert.equal(await resize(7), null);
    const { size, filename } = await uploadRow(server.services.db, asked.id);
    assert.deepEqual([Number(size), filename], [7, 'c.epub']);
    // Also when it is gone already, its bytes are of no use.
    for (let times = 0; times < 2; times += 1)
      assert.equal(await forgetReceiving(server.services.db, asked.id), true);
    assert.equal(await resize(7), 'upload_not_found');
    assert.equal(await codeOf(uploadRow(server.services.db, asked.id)), 'upload_not_found');
  });

  test('that replaces a file may use its room, and is the only one', async () => {
    const quiet = await startServer({ config: { quotaBytes: 6_000 } });
    try {
      const owner = await quiet.reader();
      const id = owner.user?.id ?? '';
      const file = bookFile();
      const book = await uploadBook(owner, file);
      const extra_bytes = 100;
      await quiet.services.db.updateTable('books').set({ extra_bytes }).where('id', '=', book.id).execute();
      const begin = (size: number, replaces: string | null) =>
        codeOf(beginUpload(quiet.services, { id: randomUUID(), userId: id, filename: 'x', size, replaces }));
      const left = 6_000 - file.length - extra_bytes;
      assert.equal(await begin(left + 1, null), 'quota_exceeded');
      assert.equal(await begin(6_001, book.id), 'quota_exceeded');
      assert.equal(await begin(1, randomUUID()), 'not_found');
      assert.equal(await begin(6_000, book.id), null);
      assert.equal(await begin(1, book.id), 'conflict');
      await quiet.services.db
        .updateTable('uploads')
        .set({ state: 'done' })
        .where('user_id', '=', id)
        .execute();
      await quiet.services.db
        .updateTable('books')
        .set({ format: 'none' })
        .where('id', '=', book.id)
        .execute();
      assert.equal(await begin(1, book.id), 'not_found');
    } finally {
      await quiet.stop();
    }
  });

  test('[AF-16] ends once: what has ended is not read again', async () => {
    for (const state of ['done', 'refused'] as const) {
      const id = await stagedAs({ state });
      assert.equal((await completeUpload(server.services, id)).state, state);
    }
    assert.equal(await codeOf(completeUpload(server.services, randomUUID())), 'upload_not_found');
  });
});

describe('an upload', () => {
  test('belongs to its reader, who may cancel it until it is read', async () => {
    const { db, staging } = server.services;
    const other = await anyUser();
    const cancel = (id: string, who = userId) => codeOf(cancelUpload(server.services, who, id, log));
    for (const state of ['receiving', 'queued', 'refused'] as const) {
      const id = await stagedAs({ state });
      assert.equal(await codeOf(ownUpload(db, other, id)), 'upload_not_found');
      assert.equal(await cancel(id, other), 'upload_not_found');
      assert.equal(await cancel(id), null);
      assert.equal(await staging.size(id), null);
      assert.equal(await cancel(id), 'upload_not_found');
    }
    for (const state of ['ingesting', 'done'] as const) {
      const id = await stagedAs({ state });
      assert.equal(await cancel(id), 'conflict');
      assert.equal(await staging.size(id), 1);
      assert.equal(await forgetReceiving(db, id), false);
    }
  });

  test('is deleted even when its bytes cannot be', async () => {
    const errors: unknown[] = [];
    const id = await stagedAs({ state: 'queued' });
    const staging = { ...server.services.staging, remove: () => Promise.reject(new Error('disk')) };
    await cancelUpload({ db: server.services.db, staging }, userId, id, {
      error: (...args: unknown[]) => errors.push(args),
    });
    assert.equal(errors.length, 1);
    assert.equal((await states()).has(id), false);
  });

  test('is shown with its book, or why it was refused', async () => {
    const reader = await server.reader();
    userId = reader.user?.id ?? '';
    const book = await uploadBook(reader, bookFile());
    const gone = randomUUID();
    const error = { status: 415, code: 'unsupported_file', error: 'No book.' };
    const { db } = server.services;
    const rows = await Promise.all(
      [
        await stagedAs({ state: 'done', book_id: book.id, duplicate: 1 }),
        await stagedAs({ state: 'done', book_id: gone }).catch(() => stagedAs({ state: 'done' })),
        await stagedAs({ state: 'refused', error: JSON.stringify(error) }),
      ].map((id) => uploadRow(db, id)),
    );
    const shown = await asUploads(db, server.services, rows, { sessionId: randomUUID() });
    assert.deepEqual(
      shown.map(({ state, duplicate, error: why, book: its }) => [state, duplicate, why, its?.id ?? null]),
      [
        ['done', true, null, book.id],
        ['done', false, null, null],
        ['refused', false, error, null],
      ],
    );
    assert.deepEqual(await asUploads(db, server.services, [], { sessionId: '' }), []);
  });
});

describe('[UP-02] after a restart', () => {
  const recover = (shared: boolean) =>
    recoverUploads({ ...server.services, engine: { ...server.services.engine, shared } });

  test(
    'complete uploads are queued, those without bytes forgotten, and bytes without an upload',
    inFolder,
    async () => {
      const complete = await stagedAs({ state: 'receiving', size: 3, updated_at: iso(-1) }, 'abc');
      const half = await stagedAs({ state: 'receiving', size: 4 }, 'abc');
      const none = await stagedAs({ state: 'receiving' }, null);
      const queued = await stagedAs({ state: 'queued' }, null);
      const done = await stagedAs({ state: 'done' }, 'left');
      const stray = randomUUID();
      await server.services.staging.create(stray);
      await recover(false);
      const found = await states();
      assert.deepEqual(
        [complete, half, none, queued, done].map((id) => found.get(id)),
        ['queued', 'receiving', undefined, 'queued', 'done'],
      );
      assert.equal((await uploadRow(server.services.db, complete)).updated_at, iso());
      const { staging } = server.services;
      assert.deepEqual(await Promise.all([complete, half, done, stray].map((id) => staging.size(id))), [
        3,
        3,
        null,
        null,
      ]);
    },
  );

  test(
    'recent uploads and bytes are left alone where another process may receive them',
    inFolder,
    async () => {
      const recent = await stagedAs({ state: 'receiving', updated_at: iso(-24 * hours + 1) }, null);
      const old = await stagedAs({ state: 'receiving', updated_at: iso(-24 * hours) }, null);
      const stray = randomUUID();
      await server.services.staging.create(stray);
      await recover(true);
      const found = await states();
      assert.deepEqual([found.has(recent), found.has(old)], [true, false]);
      assert.equal(await server.services.staging.size(stray), 0);
      await server.services.staging.remove(stray);
    },
  );

  test('an upload that nobody has continued for a day is abandoned with its bytes', async () => {
    const { staging } = server.services;
    const stale = await stagedAs({ state: 'receiving', updated_at: iso(-24 * hours - 1) });
    const left = [
      await stagedAs({ state: 'receiving', updated_at: iso(-24 * hours) }),
      await stagedAs({ state: 'queued', updated_at: iso(-48 * hours) }),
    ];
    await abandonStaleUploads(server.services);
    assert.deepEqual([...(await states()).keys()].sort(), left.sort());
    assert.deepEqual(await Promise.all([stale, ...left].map((id) => staging.size(id))), [null, 1, 1]);
  });

  test('[S-02] an upload that ended is known for 30 days', async () => {
    const day = 24 * hours;
    const kept = [
      await stagedAs({ state: 'done', updated_at: iso(-30 * day) }, null),
      await stagedAs({ state: 'queued', updated_at: iso(-31 * day) }, null),
    ];
    await stagedAs({ state: 'done', updated_at: iso(-30 * day - 1) }, null);
    await stagedAs({ state: 'refused', updated_at: iso(-31 * day) }, null);
    await forgetOldUploads(server.services);
    assert.deepEqual([...(await states()).keys()].sort(), kept.sort());
  });
});

describe('an error of tus', () => {
  const codes: Partial<Record<keyof typeof ERRORS, string>> = {
    INVALID_OFFSET: 'conflict',
    FILE_NOT_FOUND: 'upload_not_found',
    FILE_NO_LONGER_EXISTS: 'upload_not_found',
    ERR_SIZE_EXCEEDED: 'file_too_large',
    ERR_MAX_SIZE_EXCEEDED: 'file_too_large',
    UNKNOWN_ERROR: 'server_error',
    FILE_WRITE_ERROR: 'server_error',
    ERR_LOCK_TIMEOUT: 'conflict',
  };
  for (const [name, error] of Object.entries(ERRORS))
    test(`${name} is answered in our format`, () => {
      const { status_code, body } = asTusError(error);
      const { code, status } = JSON.parse(body);
      assert.deepEqual(
        [code, status],
        [codes[name as keyof typeof ERRORS] ?? 'malformed_request', status_code],
      );
      assert.equal(status_code, new AppError(code).status);
    });

  test('is passed on when it is in our format already, and so is an error of ours', () => {
    const ours = { status_code: 415, body: '{"code":"unsupported_file"}' };
    assert.equal(asTusError(ours), ours);
    const { status_code, body } = asTusError(new AppError('quota_exceeded'));
    assert.deepEqual([status_code, JSON.parse(body).code], [413, 'quota_exceeded']);
    assert.equal(JSON.parse(asTusError(new Error('broken')).body).code, 'server_error');
  });
});

test('a store of tus names what it can do', () => {
  const { extensions } = new TusStore(server.services, () => {});
  assert.deepEqual(extensions, ['creation', 'creation-with-upload', 'termination']);
});

test('what is sent to an upload that is no longer received is read and not kept', inFolder, async () => {
  const full: string[] = [];
  const store = new TusStore(server.services, (id) => full.push(id));
  const queued = await stagedAs({ state: 'queued', size: 3, created_at: iso() }, 'abc');
  const body = Readable.from([Buffer.from('more')]);
  assert.equal(await store.write(body, queued, 3), 3);
  await once(body, 'end');
  const { offset, size, metadata, creation_date } = await store.getUpload(queued);
  assert.deepEqual(
    [offset, size, metadata, creation_date, full],
    [3, 3, { filename: 'book.epub' }, iso(), []],
  );
  const complete = await stagedAs({ state: 'receiving', size: 3 }, 'abc');
  const half = await stagedAs({ state: 'receiving', size: 4 }, 'abc');
  assert.deepEqual([(await store.getUpload(complete)).offset, (await store.getUpload(half)).offset], [3, 3]);
  assert.deepEqual(full, [complete]);
  assert.equal(await store.write(Readable.from([Buffer.from('d')]), half, 3), 4);
  const lost = await stagedAs({ state: 'receiving' }, null);
  await assert.rejects(store.getUpload(lost), { status_code: 410 });
  await assert.rejects(store.getUpload(randomUUID()), { code: 'upload_not_found' });
});

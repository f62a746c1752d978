import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { KyselyPlugin } from 'kysely';
import { createIngestQueue } from '../src/intake/jobs/createIngestQueue.ts';
import { recoverUploads } from '../src/intake/uploads/recover.ts';
import { blobKeys } from '../src/store/blobs/blobs.ts';
import { bookFile, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { helperScript } from './support/helperScript.ts';
import { makePdf } from './support/pdf.ts';
import { sharedPool, startServer, type TestServer } from './support/server.ts';
import { putBytes } from './support/stored.ts';
import { filesLeft, finished, stage, upload } from './support/uploads.ts';

const isWhole = process.env.LECTERN_TESTS === 'all';

/** A process that does this with each file. */
const script = (code: string) => helperScript(`process.on('message', (job) => { ${code} });`);

const book = (text: string) => bookFile({ 'OPS/one.xhtml': page(`<p>${text}</p>`) });

describe('the upload queue', () => {
  let server: TestServer;
  let reader: Client;
  const alone = { onTrouble: () => {}, pauseAfter: () => 0 };
  const quiet = { ...alone, pool: sharedPool };

  before(async () => {
    server = await startServer();
    reader = await server.reader();
  });
  after(() => server.stop());

  const userId = () => reader.user?.id ?? '';
  const bookIds = async () =>
    (await server.services.db.selectFrom('books').select('id').where('user_id', '=', userId()).execute()).map(
      ({ id }) => id,
    );

  it('[UP-03] makes a book of an upload, with all its rows and files, and leaves nothing behind', async () => {
    const { status, body } = await upload(reader, book('Whole.'));
    assert.equal(status, 201);
    const { id } = body as Book;
    const { db, blobs } = server.services;
    assert.equal(
      (await db.selectFrom('spine_items').selectAll().where('book_id', '=', id).execute()).length,
      1,
    );
    assert.ok((await db.selectFrom('resources').selectAll().where('book_id', '=', id).execute()).length >= 3);
    assert.equal(
      (await db.selectFrom('passages').selectAll().where('book_id', '=', id).execute())[0]?.text,
      'Whole.',
    );
    for (const key of [
      blobKeys.original({ id: id, file_id: null }),
      blobKeys.pack({ id: id, file_id: null }),
      blobKeys.cover(id, 1, 'thumbnail'),
      blobKeys.cover(id, 1, 'large'),
    ]) {
      assert.ok((await blobs.size(key)) > 0);
    }
    const left = await filesLeft(server.services);
    assert.deepEqual(left.staged, []);
    assert.ok(left.books.includes(id));
  });

  it('[AF-16] makes one book with one set of files when the same file arrives twice at once', async () => {
    const file = book('Twice.');
    const known = await bookIds();
    const answers = await Promise.all([upload(reader, file), upload(reader, file), upload(reader, file)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201]);
    assert.equal(new Set(answers.map(({ body }) => (body as Book).id)).size, 1);
    const now = await bookIds();
    assert.equal(now.length, known.length + 1);
    assert.deepEqual((await filesLeft(server.services)).books.sort(), now.sort());
  });

  it('[UP-03] recognizes the same file later, but not for another user', async () => {
    const file = book('Later.');
    const first = await upload(reader, file);
    const again = await upload(reader, file, 'another-name.epub');
    assert.equal(again.status, 200);
    assert.equal((again.body as Book).id, (first.body as Book).id);
    const other = await upload(await server.reader(), file);
    assert.equal(other.status, 201);
    assert.notEqual((other.body as Book).id, (first.body as Book).id);
  });

  it('leaves no row and no file of a refused upload', async () => {
    const known = await filesLeft(server.services);
    const { status, body } = await upload(reader, Buffer.from('PK\x03\x04 nothing'));
    assert.equal(status, 422);
    assert.equal((body as { code: string }).code, 'epub_broken');
    assert.deepEqual(await filesLeft(server.services), known);
    assert.equal((await upload(reader, Buffer.from('no book'))).status, 415);
  });

  it('resumes unfinished work of an earlier process at startup', async () => {
    const queued = await stage(server.services, userId(), book('Queued.'));
    const halfway = await stage(server.services, userId(), book('Halfway.'), {
      state: 'ingesting',
      attempts: 1,
    });
    // Killed after its file was moved to the blobs, before its rows were written.
    const late = await stage(server.services, userId(), null, { state: 'ingesting', attempts: 1 });
    await putBytes(server.services, blobKeys.original({ id: late, file_id: null }), book('Late.'));
    await putBytes(server.services, blobKeys.pack({ id: late, file_id: null }), Buffer.from('half a pack'));
    const queue = await createIngestQueue(server.services, quiet);
    try {
      for (const id of [queued, halfway, late]) {
        const row = await queue.finished(id);
        assert.deepEqual([row.state, row.book_id, row.error], ['done', id, null]);
      }
    } finally {
      await queue.stop();
    }
    assert.ok((await server.services.blobs.size(blobKeys.pack({ id: late, file_id: null }))) > 100);
    assert.deepEqual((await filesLeft(server.services)).staged, []);
  });

  it('[M-07] ignores, at startup, uploads whose bytes are with the blobs already', async () => {
    // A server whose queue has stopped: a running one would process what is queued here.
    const own = await startServer();
    await own.services.ingest.stop();
    const owner = (await own.reader()).user?.id ?? '';
    const { db } = own.services;
    const stateOf = async (id: string) =>
      (await db.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirst())?.state;
    const staged = (state: 'receiving' | 'queued' | 'ingesting', file: Uint8Array | null) =>
      stage(own.services, owner, file, { state });
    const ids = [
      await staged('queued', null),
      await staged('ingesting', null),
      await staged('receiving', null),
      await staged('receiving', book('Complete.')),
    ];
    // Two days later, for this call only.
    const later = new Date(Date.now() + 48 * 3_600_000);
    await recoverUploads({ ...own.services, now: () => later });
    // With a bucket, the received size is in the row, so bytes are never unknown there.
    const stateOfLost = process.env.S3_TEST ? 'receiving' : undefined;
    assert.deepEqual(await Promise.all(ids.map(stateOf)), ['queued', 'ingesting', stateOfLost, 'queued']);
    await own.stop();
  });

  it('[M-07] an upload cannot be cancelled while it becomes a book, by either URL', async () => {
    // Claimed by another process, so this server's queue ignores it.
    const id = await stage(server.services, userId(), book('Not cancelled.'), {
      state: 'ingesting',
      attempts: 1,
      lease_until: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await reader.fails(409, 'DELETE /uploads/:id', { params: { id } });
    const tus = { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } };
    assert.equal((await reader.fetch(`/v1/uploads/files/${id}`, tus)).status, 409);
    const { db } = server.services;
    await db.updateTable('uploads').set({ lease_until: null }).where('id', '=', id).execute();
    const queue = await createIngestQueue(server.services, quiet);
    const { state, book_id } = await queue.finished(id);
    await queue.stop();
    assert.deepEqual([state, book_id], ['done', id]);
  });

  it('[O-11] an upload is not refused because of crashes while it was being processed, however many', async () => {
    const id = await stage(server.services, userId(), book('Healthy.'), { state: 'ingesting', attempts: 30 });
    const queue = await createIngestQueue(server.services, quiet);
    const row = await queue.finished(id);
    await queue.stop();
    assert.deepEqual([row.state, row.book_id], ['done', id]);
  });

  const deaths: [what: string, code: string, refusal: string][] = [
    ['loops for ever', 'for (;;) {}', 'ingest_timeout'],
    ['ends itself', 'process.exit(1)', 'epub_unsafe'],
    ['throws', 'throw new Error("boom")', 'epub_unsafe'],
    ['takes all memory', 'const all = []; for (;;) all.push(new Array(1e7).fill(1))', 'epub_unsafe'],
  ];
  // Filling the heap takes five seconds of processor time.
  const usual = deaths.filter(([what]) => isWhole || what !== 'takes all memory');
  for (const [what, code, refusal] of usual) {
    it(`[AF-12] ends a worker that ${what}, fails only its job, and continues`, async () => {
      const bad = await stage(server.services, userId(), book(what));
      const queue = await createIngestQueue(server.services, {
        ...alone,
        size: 1,
        script: script(code),
        timeLimit: () => (refusal === 'ingest_timeout' ? 500 : 300_000),
      });
      const row = await queue.finished(bad);
      await queue.stop();
      assert.equal(row.state, 'refused');
      assert.equal(JSON.parse(row.error ?? '{}').code, refusal);
      assert.equal((await filesLeft(server.services)).books.includes(bad), false);
      assert.equal((await upload(reader, makePdf({ pages: [[what]] }), 'x.pdf')).status, 201);
    });
  }

  const outages: [what: string, error: Error][] = [
    ['the disk is full', Object.assign(new Error('no space'), { code: 'ENOSPC' })],
    ['the bucket is away', Object.assign(new Error('refused'), { $metadata: { httpStatusCode: 503 } })],
    ['the database is away', new Error('Connection terminated unexpectedly')],
  ];
  for (const [what, error] of outages)
    it(`[O-11] retries while ${what}, and then makes a book of it`, async () => {
      const id = await stage(server.services, userId(), book(what));
      let failures = 7;
      const { putFile } = server.services.blobs;
      const blobs = {
        ...server.services.blobs,
        putFile: (key: string, path: string) =>
          failures-- > 0 ? Promise.reject(error) : putFile.call(server.services.blobs, key, path),
      };
      const queue = await createIngestQueue({ ...server.services, blobs }, quiet);
      const row = await finished(queue, id);
      await queue.stop();
      assert.deepEqual([row.state, row.book_id, failures < 0], ['done', id, true]);
    });

  it('[O-11] a helper killed from outside is not the book’s fault', async () => {
    const id = await stage(server.services, userId(), book('Interrupted.'));
    let deaths = 0;
    const { promise: died, resolve } = Promise.withResolvers<void>();
    const queue = await createIngestQueue(server.services, {
      pauseAfter: () => 0,
      onTrouble: () => ++deaths === 4 && resolve(),
      script: script('process.kill(process.pid, "SIGTERM")'),
    });
    await died;
    await queue.stop();
    const again = await createIngestQueue(server.services, quiet);
    assert.equal((await again.finished(id)).state, 'done');
    await again.stop();
  });

  it('gives up, with an apology, when our own code fails on it', async () => {
    const id = await stage(server.services, userId(), book('A fault of ours.'));
    const blobs = {
      ...server.services.blobs,
      putFile: () => Promise.reject(new TypeError('x is not a function')),
    };
    const queue = await createIngestQueue({ ...server.services, blobs }, quiet);
    const row = await queue.finished(id);
    await queue.stop();
    assert.equal(JSON.parse(row.error ?? '{}').code, 'server_error');
  });

  it('[S-03] answers an upload while two books of another user take all processes', async () => {
    const own = await startServer();
    const [slow, quick] = [await own.reader(), await own.reader()];
    await own.services.ingest.stop();
    own.services.ingest = await createIngestQueue(own.services, {
      ...alone,
      size: 2,
      timeLimit: () => 3_600_000,
      scaleUpDelayMs: 20,
      script: script(`
        if (job.fileName === 'slow.epub') process.send({ kind: 'progress', share: 0.5 });
        else process.send({ kind: 'refused', code: 'epub_broken' });`),
    });
    const slowOnes = ['One.', 'Two.'].map((text) => upload(slow, book(text), 'slow.epub'));
    const reading = own.services.db.selectFrom('uploads').select('id').where('progress', '=', 0.5);
    while ((await reading.execute()).length < 2) await new Promise(setImmediate);
    assert.equal((await upload(quick, book('Three.'))).status, 422);
    await own.stop();
    await Promise.all(slowOnes);
  });

  it('puts its current work back at shutdown, without counting an attempt', async () => {
    const id = await stage(server.services, userId(), book('Unhurried.'));
    const never = script('process.send({ kind: "progress", share: 0.5 })');
    const queue = await createIngestQueue(server.services, { ...alone, script: never });
    const row = () =>
      server.services.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    while ((await row()).progress < 0.5) await new Promise(setImmediate);
    await queue.stop();
    const { state, attempts } = await row();
    assert.deepEqual([state, attempts], ['queued', 0]);
    const again = await createIngestQueue(server.services, quiet);
    assert.equal((await again.finished(id)).state, 'done');
    await again.stop();
  });

  it('makes no book of an upload that was deleted meanwhile', async () => {
    const id = await stage(server.services, userId(), book('Forgotten.'));
    await server.services.db.deleteFrom('uploads').where('id', '=', id).execute();
    server.services.ingest.enqueue(id, userId());
    await assert.rejects(server.services.ingest.finished(id), { code: 'upload_not_found' });
    assert.equal((await bookIds()).includes(id), false);
  });

  it('stores the book completely or not at all when its transaction fails', async () => {
    const id = await stage(server.services, userId(), book('Objected.'), { attempts: 2 });
    let failures = 0;
    const failsInTheMiddle: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind !== 'InsertQueryNode' || !JSON.stringify(node).includes('"spine_items"')) return node;
        failures += 1;
        throw new Error('no');
      },
      transformResult: async ({ result }) => result,
    };
    const db = server.services.db.withPlugin(failsInTheMiddle);
    const queue = await createIngestQueue({ ...server.services, db }, quiet);
    const row = await queue.finished(id);
    await queue.stop();
    // Three attempts, as for any fault in our code.
    assert.equal(failures, 3);
    assert.equal(row.state, 'refused');
    for (const table of ['passages', 'resources', 'spine_items'] as const) {
      assert.deepEqual(
        await server.services.db.selectFrom(table).select('book_id').where('book_id', '=', id).execute(),
        [],
      );
    }
    assert.equal((await filesLeft(server.services)).books.includes(id), false);
  });

  it('reports when the bytes are missing', async () => {
    const id = await stage(server.services, userId(), book('Gone.'));
    await server.services.staging.remove(id);
    server.services.ingest.enqueue(id, userId());
    const row = await server.services.ingest.finished(id);
    assert.equal(JSON.parse(row.error ?? '{}').code, 'upload_not_found');
  });
});

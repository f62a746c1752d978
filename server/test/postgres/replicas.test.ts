import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { noBucket, openBucket } from '../support/blobs/bucket.ts';
import { type Client, client } from '../support/client.ts';
import { makeEpub } from '../support/epub.ts';
import { holdBooks } from '../support/hold.ts';
import { type SpawnedServer, spawnServer } from '../support/server.ts';
import { dropDatabaseOf, storesFor } from '../support/store.ts';
import { address, idOf, received, send } from '../support/tus.ts';

/**
 * Two processes over one PostgreSQL, with a user whose requests go to either. Their files are in one shared folder,
 * or in one bucket with separate data folders.
 */
let dataDir: string;
let others: string;
let files: 'in one folder' | 'in one bucket';
let one: SpawnedServer;
let two: SpawnedServer;
/** The first user. */
let administrator: Client;
let onOne: Client;
let onTwo: Client;
let readers = 0;
const now = () => new Date().toISOString();

before(() => {
  assert.equal(process.env.LECTERN_TEST_ENGINE, 'postgres', 'run me by npm run test:server');
});
const secret = randomBytes(48).toString('base64url');

/** Starts both over empty stores. */
async function start(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-replicas-'));
  others = await mkdtemp(join(tmpdir(), 'lectern-replicas-'));
  [one, two] = [await serverOne(), await serverTwo()];
  administrator = client(one.origin, '/v1');
  await administrator.register({ email: 'boss@example.org', password: 'correct horse', name: 'Boss' });
}

async function stop(): Promise<void> {
  await Promise.all([one.kill(), two.kill()]);
  await dropDatabaseOf(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  await rm(others, { recursive: true, force: true });
}

const emailOf = () => `ada-${readers}@example.org`;

/** A new user, signed in at both. */
async function signUp(): Promise<void> {
  readers += 1;
  onOne = client(one.origin, '/v1');
  await onOne.register({ email: emailOf(), password: 'correct horse', name: 'Ada' });
  onTwo = sameBrowser(onOne, two.origin);
}

const serverOne = () =>
  spawnServer(dataDir, { LECTERN_SECRET: secret, ...(files === 'in one folder' ? noBucket : {}) });

/** Objects in a bucket are found by the name of the first one's folder. */
const serverTwo = async () =>
  spawnServer(dataDir, {
    LECTERN_SECRET: secret,
    ...(files === 'in one folder' ? noBucket : { ...(await storesFor(dataDir)), DATA_DIR: others }),
  });

/** Names of books and uploads with files. */
async function filesLeft(): Promise<string[]> {
  const bucket = files === 'in one folder' ? null : openBucket(await storesFor(dataDir));
  if (bucket) return (await bucket.list('')).map(({ key }) => key);
  const folders = ['staging', join('blobs', 'books')];
  return (await Promise.all(folders.map((name) => readdir(join(dataDir, name)).catch(() => [])))).flat();
}

/** The same token and cookies at another URL, as behind a proxy. */
function sameBrowser(browser: Client, origin: string): Client {
  const other = client(origin, '/v1');
  other.token = browser.token;
  other.user = browser.user;
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
}

async function uploaded(reader: Client, title: string): Promise<string> {
  const bytes = await makeEpub({ title, chapters: ['It was the whiteness of the whale.'] });
  const answer = await send(reader, await address(reader, bytes.length), bytes);
  const { book } = (await answer.json()) as Upload;
  assert.ok(book);
  return book.id;
}

/** Nothing of this is in files. */
function testsOfDatabase(): void {
  test('a session of one is valid on the other, and so is its end', async () => {
    assert.equal((await onTwo.call('GET /auth/profile', {})).email, emailOf());
    const { token } = await onTwo.call('POST /auth/refresh', {});
    onOne.token = token;
    await onOne.call('GET /auth/profile', {});
    // The same refresh token on both at once, as with two tabs: one successor, nobody is signed out.
    for (const [name, value] of onTwo.cookies) onOne.cookies.set(name, value);
    await Promise.all([onOne, onTwo].map((browser) => browser.call('POST /auth/refresh', {})));
    assert.deepEqual([...onOne.cookies], [...onTwo.cookies]);
    await onOne.call('POST /auth/logout-everywhere', {});
    await onTwo.fails(401, 'GET /auth/profile');
  });

  test('progress on one is visible on the other, and an older one does not win, wherever it arrives', async () => {
    const id = await uploaded(onOne, 'A Book');
    const put = (reader: Client, percentage: number, updated_at: string) =>
      reader.call('PUT /books/:id/progress', {
        params: { id },
        body: { current_page: 1, total_pages: 1, percentage, updated_at },
      });
    const earlier = new Date(Date.now() - 60_000).toISOString();
    await put(onOne, 60, now());
    // The latest position of one device wins over its own earlier ones; of two devices, the later one wins.
    const phoneOnTwo = client(two.origin, '/v1');
    await phoneOnTwo.signIn({ email: emailOf(), password: 'correct horse' });
    const phoneOnOne = sameBrowser(phoneOnTwo, one.origin);
    await put(phoneOnTwo, 20, earlier);
    assert.equal((await onTwo.call('GET /books/:id/progress', { params: { id } }))?.percentage, 60);
    const moments = Array.from({ length: 20 }, (_, i) => new Date(Date.now() - 30_000 + i).toISOString());
    await Promise.all(moments.map((moment, i) => put(i % 2 ? phoneOnOne : phoneOnTwo, i + 1, moment)));
    const last = await onOne.call('GET /books/:id/progress', { params: { id } });
    assert.equal(last?.percentage, 60);
  });

  test('a write repeated on the other at the same time happens once, with the same response', async () => {
    const id = await uploaded(onOne, 'A Book');
    for (let round = 0; round < 10; round++) {
      const idempotencyKey = randomUUID();
      const answers = await Promise.all(
        [onOne, onTwo, onOne, onTwo].map((reader) =>
          reader.call('POST /notes', { body: { content: `${round}`, book_id: id } }, { idempotencyKey }),
        ),
      );
      assert.equal(new Set(answers.map((note) => note.id)).size, 1);
    }
    assert.equal((await onTwo.call('GET /notes', {})).items.length, 10);
    const { totalPoints } = await onOne.call('GET /api/gamification/stats', {});
    const paid = await onTwo.call('GET /api/gamification/history', { query: { limit: 200 } });
    assert.equal(paid.items.filter(({ action }) => action === 'note_created').length, 10);
    assert.equal(
      paid.items.reduce((sum, { points }) => sum + points, 0),
      totalPoints,
    );
  });

  test('the quota applies across both', async () => {
    const params = { id: onOne.user?.id ?? '' };
    await administrator.call('PATCH /admin/users/:id', { params, body: { quota_bytes: 1_000_000 } });
    const begun = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => address(i % 2 ? onOne : onTwo, 300_000)),
    );
    assert.equal(begun.filter(({ status }) => status === 'fulfilled').length, 3);
  });

  test('[AA-08] attempts are counted across both', async () => {
    const wrong = { email: emailOf(), password: 'not hers' };
    for (let tries = 0; tries < 10; tries++)
      await (tries % 2 ? onOne : onTwo).fails(401, 'POST /auth/login', { body: wrong });
    for (const reader of [onOne, onTwo]) {
      const answer = await reader.try('POST /auth/login', { body: wrong });
      assert.equal(answer.status, 429);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
  });

  test('killed during writes: the user continues on the other, and nothing acknowledged is lost', async () => {
    const acknowledged: string[] = [];
    const attempted: { idempotencyKey: string; content: string }[] = [];
    const write = async (
      reader: Client,
      { idempotencyKey, content }: { idempotencyKey: string; content: string },
    ) => {
      await reader.call('POST /notes', { body: { content } }, { idempotencyKey });
      acknowledged.push(content);
    };
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (;;) {
          const action = { idempotencyKey: randomUUID(), content: randomUUID() };
          attempted.push(action);
          if (
            !(await write(onOne, action).then(
              () => true,
              () => false,
            ))
          )
            return;
          if (acknowledged.length >= 40) one.process.kill('SIGKILL');
        }
      }),
    );
    const contents = async () => (await onTwo.call('GET /notes', {})).items.map(({ content }) => content);
    const kept = new Set(await contents());
    for (const content of acknowledged) assert.ok(kept.has(content));
    for (const action of attempted) await write(onTwo, action);
    assert.deepEqual((await contents()).sort(), attempted.map(({ content }) => content).sort());
    one = await serverOne();
  });
}

function testsOfFiles(): void {
  test('an upload on one is listed, read and found on the other', async () => {
    const before = await filesLeft();
    const id = await uploaded(onOne, 'Moby-Dick');
    assert.equal((await onTwo.call('GET /books', {})).items[0]?.title, 'Moby-Dick');
    const manifest = await onTwo.call('GET /books/:id/manifest', { params: { id } });
    const chapter = await onTwo.fetch(`${manifest.content_url}/${manifest.spine[0]?.href}`);
    assert.match(await chapter.text(), /whiteness of the whale/);
    assert.match(
      (await onTwo.call('GET /search', { query: { q: 'whiteness' } })).items[0]?.text ?? '',
      /\uE000whiteness\uE001/,
    );
    // Each process caches books, but neither returns outdated ones.
    const titleOn = async (reader: Client) => (await reader.call('GET /books', {})).items[0]?.title;
    for (const [writer, title] of [[onTwo, 'The Whale'] as const, [onOne, 'The White Whale'] as const]) {
      await writer.call('PATCH /books/:id', { params: { id }, body: { title } });
      assert.deepEqual([await titleOn(onOne), await titleOn(onTwo)], [title, title]);
    }
    await onTwo.call('DELETE /books/:id', { params: { id } });
    assert.deepEqual(await onOne.call('GET /books', {}), { items: [], total: 0, next_cursor: null });
    await onOne.fails(404, 'GET /books/:id', { params: { id } });
    await onOne.call('DELETE /bin', {});
    assert.deepEqual(await filesLeft(), before);
  });

  test('an upload continues on the other with what the first has received', async () => {
    const bytes = await makeEpub({ chapters: [randomBytes(200_000).toString('hex')] });
    const half = Math.floor(bytes.length / 2);
    const location = await address(onOne, bytes.length);
    assert.equal((await send(onOne, location, bytes.subarray(0, half))).status, 204);
    assert.equal(await received(onTwo, location), half);
    assert.equal((await send(onTwo, location, bytes.subarray(half), half)).status, 200);
  });

  test('a hanging connection to one does not prevent continuing on the other', async () => {
    const bytes = await makeEpub({ chapters: [randomBytes(100_000).toString('hex')] });
    const half = Math.floor(bytes.length / 2);
    const location = await address(onOne, bytes.length);
    const hanging = request(`${one.origin}${location}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${onOne.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    });
    const ended = new Promise((resolve) => hanging.once('error', resolve).once('response', resolve));
    await new Promise<void>((resolve) => hanging.write(bytes.subarray(0, half), () => resolve()));
    // The other requests the lock, and the first releases it.
    let kept = 0;
    while (kept < half) kept = (await received(onTwo, location)) ?? 0;
    assert.equal(kept, half);
    assert.equal((await send(onTwo, location, bytes.subarray(half), half)).status, 200);
    await ended;
    hanging.destroy();
  });

  test('the ingest of a killed process is finished by the other', async () => {
    const bytes = await makeEpub({ title: 'Taken over' });
    const location = await address(onOne, bytes.length);
    const letGo = await holdBooks(dataDir);
    const answer = send(onOne, location, bytes).then(
      ({ status }) => status,
      () => null,
    );
    const params = { id: idOf(location) };
    // Wait until it has begun: being queued only would be the easier case.
    while ((await onTwo.call('GET /uploads/:id', { params })).state !== 'ingesting');
    await one.kill('SIGKILL');
    assert.equal(await answer, null);
    await letGo();
    // A client that asks the other server for the lost response waits there for the book.
    assert.equal(await received(onTwo, location), bytes.length);
    const again = await send(onTwo, location, Buffer.alloc(0), bytes.length);
    const upload = (await again.json()) as Upload;
    assert.equal(upload.book?.title, 'Taken over');
    assert.ok((await filesLeft()).every((name) => !name.includes('uploads/') && !name.includes('.work')));
    assert.equal((await onTwo.call('GET /books', {})).total, 1);
  });
}

// Without an S3 server there is no bucket; the start of the tests reports it as skipped.
const hasBucket = Boolean(process.env.S3_TEST);
const isWhole = process.env.LECTERN_TESTS === 'all';

if (isWhole || !hasBucket)
  describe('[SV-02] files in one folder:', () => {
    startedWith('in one folder');
    if (!hasBucket) testsOfDatabase();
    testsOfFiles();
  });
if (hasBucket)
  describe('[SV-02] files in one bucket:', () => {
    startedWith('in one bucket');
    testsOfDatabase();
    testsOfFiles();
  });

function startedWith(where: typeof files): void {
  before(async () => {
    files = where;
    await start();
  });
  after(stop);
  beforeEach(signUp);
}

import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { type Client, client } from './support/client.ts';
import { makeEpub } from './support/epub.ts';
import { holdBooks } from './support/hold.ts';
import { type SpawnedServer, spawnServer } from './support/server.ts';
import { dropDatabaseOf } from './support/store.ts';
import { address, idOf, received, send } from './support/tus.ts';

const who = { email: 'ada@example.org', password: 'correct horse', name: 'Ada' };
let dataDir: string;
let server: SpawnedServer;
let reader: Client;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-kill-'));
  server = await spawnServer(dataDir);
  reader = server.visitor;
  await reader.register(who);
});
afterEach(async () => {
  await server.kill();
  await dropDatabaseOf(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

/** Kills the process, and starts another one on the same folder; the user's browser continues. */
async function killAndRestart(): Promise<void> {
  await server.kill('SIGKILL');
  server = await spawnServer(dataDir);
  const browser = client(server.origin, '/v1');
  browser.token = reader.token;
  browser.user = reader.user;
  for (const [name, value] of reader.cookies) browser.cookies.set(name, value);
  reader = browser;
}

async function uploaded(title = 'A Book'): Promise<string> {
  const bytes = await makeEpub({ title });
  const answer = await send(reader, await address(reader, bytes.length), bytes);
  const { book } = (await answer.json()) as Upload;
  assert.ok(book);
  return book.id;
}

test('everything acknowledged survives a SIGKILL, and the user is still signed in', async () => {
  const id = await uploaded('Kept');
  const params = { id };
  const now = new Date().toISOString();
  const highlight = await reader.call('POST /books/:id/highlights', {
    params,
    body: { text: 'words', color: 'pink' },
  });
  const note = await reader.call('POST /notes/book/:bookId', {
    params: { bookId: id },
    body: { content: 'thought' },
  });
  const bookmark = await reader.call('PUT /books/:id/bookmark', {
    params,
    body: { page: 1, updated_at: now },
  });
  const progress = await reader.call('PUT /books/:id/progress', {
    params,
    body: { current_page: 1, total_pages: 1, percentage: 40, updated_at: now },
  });
  const before = await reader.call('GET /books/:id', { params });
  await killAndRestart();
  assert.deepEqual(await reader.call('GET /books/:id', { params }), before);
  assert.deepEqual((await reader.call('GET /books/:id/highlights', { params })).items, [highlight]);
  assert.deepEqual((await reader.call('GET /notes', {})).items, [note]);
  assert.deepEqual((await reader.call('GET /books/:id/bookmarks', { params })).items, [bookmark]);
  assert.deepEqual(await reader.call('GET /books/:id/progress', { params }), progress);
  const manifest = await reader.call('GET /books/:id/manifest', { params });
  assert.equal(
    (await fetch(`${server.origin}${manifest.content_url}/${manifest.spine[0]?.href}`)).status,
    200,
  );
  await reader.call('POST /auth/refresh', {});
});

test('killed during writes: everything acknowledged is stored, and repeating it changes nothing', async () => {
  const id = await uploaded();
  const acknowledged: string[] = [];
  const attempted: { key: string; noteId: string }[] = [];
  const write = async ({ key, noteId }: { key: string; noteId: string }) => {
    // The key, not the id, has to prevent duplicates.
    const body = { content: noteId, book_id: id };
    await reader.call('POST /notes', { body }, { idempotencyKey: key });
    acknowledged.push(noteId);
  };
  const writers = Array.from({ length: 4 }, async () => {
    for (;;) {
      const action = { key: randomUUID(), noteId: randomUUID() };
      attempted.push(action);
      const written = await write(action).then(
        () => true,
        () => false,
      );
      if (!written) return;
      if (acknowledged.length >= 60) server.process.kill('SIGKILL');
    }
  });
  await Promise.all(writers);
  await killAndRestart();
  const contents = async () => (await reader.call('GET /notes', {})).items.map(({ content }) => content);
  const kept = new Set(await contents());
  assert.ok(acknowledged.length >= 60);
  for (const noteId of acknowledged) assert.ok(kept.has(noteId));
  // The browser has not seen the last responses, so it sends everything again.
  for (const action of attempted) await write(action);
  const after = await contents();
  assert.equal(after.length, attempted.length);
  assert.equal(new Set(after).size, attempted.length);
});

test('an upload continues from what had arrived', async () => {
  const bytes = await makeEpub({ chapters: [randomBytes(300_000).toString('hex')] });
  const location = await address(reader, bytes.length);
  const half = Math.floor(bytes.length / 2);
  assert.equal((await send(reader, location, bytes.subarray(0, half))).status, 204);
  await killAndRestart();
  assert.equal(await received(reader, location), half);
  const answer = await send(reader, location, bytes.subarray(half), half);
  assert.equal(answer.status, 200, await answer.clone().text());
});

test('killed after the last byte, before any response: the upload becomes a book by itself', async () => {
  const bytes = await makeEpub({
    title: 'By itself',
    chapters: [randomBytes(20_000).toString('hex')],
  });
  const location = await address(reader, bytes.length);
  const params = { id: idOf(location) };
  const allBut = bytes.length - 1;
  const sending = open(location);
  sending.request.write(bytes.subarray(0, allBut));
  await staged(params.id, allBut);
  // Prevents it from becoming a book. On SQLite this blocks all writes, so it begins within the request.
  const letGo = await holdBooks(dataDir);
  sending.request.end(bytes.subarray(allBut));
  await staged(params.id, bytes.length);
  await server.kill('SIGKILL');
  await letGo();
  await killAndRestart();
  assert.equal(await sending.answer, null);
  let upload = await reader.call('GET /uploads/:id', { params });
  while (upload.state !== 'done') {
    assert.ok(upload.state === 'queued' || upload.state === 'ingesting', upload.state);
    upload = await reader.call('GET /uploads/:id', { params });
  }
  assert.equal(upload.book?.title, 'By itself');
  assert.equal(await received(reader, location), bytes.length);
  assert.equal((await reader.call('GET /books', {})).total, 1);
});

/**
 * The request that sends an upload's bytes, as a writable stream.
 * @returns its status, null when it broke
 */
function open(location: string) {
  const sending = request(`${server.origin}${location}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${reader.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
  });
  const answer = new Promise<number | null>((resolve) => {
    sending.on('response', ({ statusCode }) => resolve(statusCode ?? null));
    sending.on('error', () => resolve(null));
  });
  return { request: sending, answer };
}

/** Resolves when this many bytes are in the staging folder; with a bucket, when all of them are. */
async function staged(id: string, bytes: number): Promise<void> {
  if (!process.env.S3_TEST) {
    const size = () =>
      stat(join(dataDir, 'staging', id)).then(
        (file) => file.size,
        () => 0,
      );
    while ((await size()) < bytes);
    return;
  }
  const upload = () => reader.call('GET /uploads/:id', { params: { id } });
  const { size } = await upload();
  if (bytes === size) while ((await upload()).state === 'receiving');
}

test('[N-07] killed while the bin is written: nothing is lost, and nothing is back that was deleted for good', async () => {
  const bookId = await uploaded('Deleted');
  for (let page = 1; page <= 30; page++)
    await reader.call('POST /books/:id/highlights', {
      params: { id: bookId },
      body: { text: `words ${page}`, color: 'pink', page },
    });
  const notes: BinThing[] = [];
  for (let index = 0; index < 30; index++) {
    const { id } = await reader.call('POST /notes', { body: { content: `note ${index}, first` } });
    await reader.call('PUT /notes/:id', { params: { id }, body: { content: `note ${index}` } });
    notes.push({ kind: 'note', id, place: 'library', isKept: index % 3 > 0, unanswered: null });
  }
  const book: BinThing = { kind: 'book', id: bookId, place: 'library', isKept: true, unanswered: null };
  const all = [book, ...notes];
  for (const writes of [15, 40, 65]) {
    let answered = 0;
    const write = async (things: BinThing[]) => {
      for (;;)
        for (const thing of things.filter(({ place }) => place !== 'gone')) {
          if (!(await moved(thing))) return;
          if (++answered === writes) server.process.kill('SIGKILL');
        }
    };
    await Promise.all([write([book]), write(notes.slice(0, 15)), write(notes.slice(15))]);
    await killAndRestart();
    await requireAll(all);
    // The browser sends again what got no answer.
    for (const thing of all) if (thing.unanswered) await answeredAgain(thing);
    await requireAll(all);
  }
  assert.ok(notes.some(({ place }) => place === 'gone'));
  for (const thing of all) if (thing.place === 'bin') await moved({ ...thing, isKept: true });
  const { items } = await reader.call('GET /books/:id/highlights', { params: { id: bookId } });
  assert.equal(items.length, 30);
  const { content_url, spine } = await reader.call('GET /books/:id/manifest', { params: { id: bookId } });
  assert.equal((await fetch(`${server.origin}${content_url}/${spine[0]?.href}`)).status, 200);
});

interface BinThing {
  kind: 'note' | 'book';
  id: string;
  place: 'library' | 'bin' | 'gone';
  /** Restored from the bin; otherwise deleted for good. */
  isKept: boolean;
  /** The write that got no answer, and where it puts the thing. */
  unanswered: { send: () => Promise<unknown>; place: BinThing['place'] } | null;
}

/** Deletes a thing, or restores it or deletes it for good. @returns false when the server is gone */
async function moved(thing: BinThing): Promise<boolean> {
  const { kind, id } = thing;
  const options = { idempotencyKey: randomUUID() };
  try {
    if (thing.place === 'library') {
      const params = { id };
      thing.unanswered = {
        place: 'bin',
        send: () =>
          kind === 'book'
            ? reader.call('DELETE /books/:id', { params }, options)
            : reader.call('DELETE /notes/:id', { params }, options),
      };
    } else {
      const entry = (await binOf(kind)).find(({ thing_id }) => thing_id === id);
      const params = { id: entry?.id ?? '' };
      thing.unanswered = {
        place: thing.isKept ? 'library' : 'gone',
        send: () =>
          thing.isKept
            ? reader.call('POST /bin/:id/restore', { params, body: {} }, options)
            : reader.call('DELETE /bin/:id', { params }, options),
      };
    }
    await answeredAgain(thing);
    return true;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return false;
  }
}

async function answeredAgain(thing: BinThing): Promise<void> {
  if (thing.unanswered === null) return;
  await thing.unanswered.send();
  thing.place = thing.unanswered.place;
  thing.unanswered = null;
}

const binOf = async (kind: BinThing['kind']) =>
  (await reader.call('GET /bin', { query: { kind, limit: 100 } })).items;

/** Each thing is where the last answer put it, or where a write without an answer would put it: whole, and once. */
async function requireAll(things: readonly BinThing[]): Promise<void> {
  const bin = [...(await binOf('note')), ...(await binOf('book'))];
  const notes = (await reader.call('GET /notes', {})).items;
  const books = (await reader.call('GET /books', {})).items;
  for (const { kind, id, place, unanswered } of things) {
    const inLibrary = (kind === 'note' ? notes : books).filter((one) => one.id === id).length;
    const entries = bin.filter(({ thing_id }) => thing_id === id);
    const found = ['gone', 'library', 'bin'][inLibrary + 2 * entries.length];
    assert.ok(found === place || found === unanswered?.place, `${kind} ${place}: ${found}`);
    if (kind === 'book') assert.equal(entries[0]?.with.highlights ?? 30, 30);
    if (kind === 'book' || found === 'bin') continue;
    const params = { kind, id };
    if (found === 'gone') await reader.fails(404, 'GET /versions/:kind/:id', { params });
    else assert.equal((await reader.call('GET /versions/:kind/:id', { params })).items.length, 1);
  }
}

test('SIGTERM completes requests and exits with 0', async () => {
  const id = await uploaded();
  const slow = reader.call('GET /books/:id', { params: { id } });
  const code = new Promise((resolve) => server.process.once('exit', resolve));
  await slow;
  server.process.kill('SIGTERM');
  assert.equal(await code, 0);
});

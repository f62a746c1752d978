/** The number of SQL statements per request is recorded, and independent of the size of the library. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { bookFile } from './support/bookFiles.ts';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { addNotes } from './support/many.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
let reader: Client;
let bookId: string;
let chapter: string;

before(async () => {
  server = await startServer();
  reader = await server.reader();
  bookId = (await uploadBook(reader, bookFile())).id;
  const { content_url, spine } = await reader.call('GET /books/:id/manifest', { params: { id: bookId } });
  chapter = `${content_url}/${spine[0]?.href}`;
  // Sessions of a minute are paid for: they began after the reader came.
  await server.services.db
    .updateTable('users')
    .set({ created_at: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', reader.user?.id ?? '')
    .execute();
});
after(() => server.stop());

const now = () => new Date().toISOString();
const session = () => {
  const started = new Date(Date.now() - 60_000).toISOString();
  return { book_id: bookId, started_at: started, ended_at: now(), seconds: 60 };
};
const progress = () => ({ current_page: 1, total_pages: 1, percentage: 10, updated_at: now() });

/** The twelve most frequent requests, with the maximum number of statements on either engine. */
const mostUsed: [string, number, () => Promise<unknown>][] = [
  ['a chapter of a book', 2, () => reader.fetch(chapter).then((answer) => answer.arrayBuffer())],
  ['PUT /books/:id/progress', 11, () => put('PUT /books/:id/progress', progress())],
  ['GET /changes', 3, () => reader.call('GET /changes', {})],
  ['GET /books', 4, () => reader.call('GET /books', {})],
  ['GET /books/:id', 3, () => reader.call('GET /books/:id', { params: { id: bookId } })],
  ['GET /books/:id/manifest', 5, () => reader.call('GET /books/:id/manifest', { params: { id: bookId } })],
  ['GET /books/:id/progress', 4, () => reader.call('GET /books/:id/progress', { params: { id: bookId } })],
  [
    'GET /books/:id/highlights',
    5,
    () => reader.call('GET /books/:id/highlights', { params: { id: bookId } }),
  ],
  ['GET /notes/:bookId', 6, () => reader.call('GET /notes/:bookId', { params: { bookId } })],
  [
    'POST /books/:id/highlights',
    11,
    () =>
      reader.call('POST /books/:id/highlights', {
        params: { id: bookId },
        body: { text: 'Call me Ishmael.', color: 'yellow' },
      }),
  ],
  ['GET /api/gamification/stats', 13, () => reader.call('GET /api/gamification/stats', {})],
  ['POST /reading/session', 29, () => reader.call('POST /reading/session', { body: session() })],
];

const put = (key: 'PUT /books/:id/progress', body: ReturnType<typeof progress>) =>
  reader.call(key, { params: { id: bookId }, body });

/** The minimum of several attempts, since background work queries now and then too. */
async function statementsOf(ask: () => Promise<unknown>): Promise<number> {
  const { statements } = server.services.engine;
  const counted: number[] = [];
  for (let times = 0; times < 4; times++) {
    const before = statements.count;
    await ask();
    counted.push(statements.count - before);
  }
  return Math.min(...counted);
}

const counts = async () => {
  const found: Record<string, number> = {};
  for (const [name, , ask] of mostUsed) found[name] = await statementsOf(ask);
  return found;
};

let grown = 0;
/** Adds more than one page of everything. */
async function grow(): Promise<void> {
  const userId = reader.user?.id ?? '';
  for (let book = 0; book < 120; book++)
    await addBook(server.services, userId, { title: `Book ${grown} ${book}` });
  await addNotes(server.services, userId, { count: 300, content: 'A note.', bookId });
  const highlight = (text: string) => ({
    id: randomUUID(),
    user_id: userId,
    book_id: bookId,
    text,
    color: 'yellow',
    created_at: now(),
    updated_at: now(),
  });
  const rows = Array.from({ length: 300 }, (_, at) => highlight(`Sentence ${grown} ${at}`));
  await server.services.db.insertInto('highlights').values(rows).execute();
  for (let times = 0; times < 5; times++) await reader.call('POST /reading/session', { body: session() });
  for (const type of ['daily', 'weekly', 'monthly'] as const)
    await reader.call('POST /api/gamification/goals', {
      body: { title: `Goal ${grown} ${type}`, type, target: 10_000 },
    });
  grown += 1;
}

test('[O-19] the most frequent requests need the same small number of statements in a large library', async () => {
  await grow();
  const before = await counts();
  await grow();
  await grow();
  assert.deepEqual(await counts(), before);
  if (process.env.LECTERN_SHOW_STATEMENTS) console.log(before);
  for (const [name, most] of mostUsed)
    assert.ok((before[name] ?? 0) <= most, `${name}: ${before[name]} statements, ${most} at most`);
  if (server.services.engine.shared) return;
  const table = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');
  for (const [name] of mostUsed) {
    const row = table.split('\n').find((line) => line.replaceAll('`', '').startsWith(`| ${name}`)) ?? '';
    // The last number of the row; the larger one when there are two.
    const written = Number(/(\d+)\D*$/.exec(row)?.[1]);
    assert.ok(
      (before[name] ?? 0) <= written,
      `docs/operators.md: ${name} takes ${before[name]}, not ${written}`,
    );
  }
});

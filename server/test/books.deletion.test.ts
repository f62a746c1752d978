import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let reader: Client;
let clock = new Date('2026-03-01T10:00:00.000Z');
const at = (minutes: number) => new Date(clock.getTime() + minutes * 60_000).toISOString();

before(async () => {
  server = await startServer({ services: { now: () => clock } });
});

after(() => server.stop());

beforeEach(async () => {
  clock = new Date(clock.getTime() + 60_000);
  reader = await server.reader();
});

const add = (fields?: Parameters<typeof addBook>[2]) =>
  addBook(server.services, reader.user?.id ?? '', fields);

describe('deleting', () => {
  test('a book goes with its files and all that hangs on it, but not the hours that were read', async () => {
    const { db, blobs } = server.services;
    const id = await add();
    const userId = reader.user?.id ?? '';
    await blobs.put(`books/${id}/original`, Buffer.from('bytes'));
    await reader.call('POST /books/:id/highlights', { params: { id }, body: { text: 'x', color: 'yellow' } });
    await reader.call('PUT /books/:id/bookmark', { params: { id }, body: { page: 1, updated_at: at(0) } });
    await reader.call('POST /notes/book/:bookId', { params: { bookId: id }, body: { content: 'x' } });
    await reader.call('PUT /books/:id/progress', {
      params: { id },
      body: { current_page: 1, total_pages: 2, percentage: 50, updated_at: at(0) },
    });
    const shelf = crypto.randomUUID();
    await reader.call('PUT /collections/:id', {
      params: { id: shelf },
      body: { name: 'Shelf', description: null, color: null, icon: null, bookIds: [id] },
    });
    await reader.call('POST /reading/session', {
      body: { book_id: id, started_at: at(-30), ended_at: at(0), seconds: 600 },
    });
    await reader.call('DELETE /books/:id', { params: { id } });
    await reader.fails(404, 'GET /books/:id', { params: { id } });
    await assert.rejects(blobs.size(`books/${id}/original`), /No blob/);
    for (const table of ['highlights', 'bookmarks', 'notes', 'progress', 'collection_books'] as const) {
      assert.deepEqual(await db.selectFrom(table).selectAll().where('book_id', '=', id).execute(), [], table);
    }
    assert.equal((await db.selectFrom('pending_blob_deletes').selectAll().execute()).length, 0);
    const sessions = await db
      .selectFrom('reading_sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    assert.equal(sessions.length, 1);
    assert.deepEqual(
      (await reader.call('GET /collections', {})).items.map((item) => item.bookIds),
      [[]],
    );
    await reader.fails(404, 'DELETE /books/:id', { params: { id } });
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bookTests } from './support/bookTests.ts';
import { putBytes } from './support/stored.ts';

const books = bookTests();
const { at, add } = books;

describe('deleting a book', () => {
  test('removes its files and everything that belongs to it, but not the reading time', async () => {
    const { db, blobs } = books.server.services;
    const id = await add();
    const userId = books.reader.user?.id ?? '';
    await putBytes({ blobs }, `books/${id}/original`, Buffer.from('bytes'));
    await books.reader.call('POST /books/:id/highlights', {
      params: { id },
      body: { text: 'x', color: 'yellow' },
    });
    await books.reader.call('PUT /books/:id/bookmark', {
      params: { id },
      body: { page: 1, updated_at: at(0) },
    });
    await books.reader.call('POST /notes/book/:bookId', { params: { bookId: id }, body: { content: 'x' } });
    await books.reader.call('PUT /books/:id/progress', {
      params: { id },
      body: { current_page: 1, total_pages: 2, percentage: 50, updated_at: at(0) },
    });
    const shelf = crypto.randomUUID();
    await books.reader.call('PUT /collections/:id', {
      params: { id: shelf },
      body: { name: 'Shelf', description: null, color: null, icon: null, bookIds: [id] },
    });
    await books.reader.call('POST /reading/session', {
      body: { book_id: id, started_at: at(-30), ended_at: at(0), seconds: 600 },
    });
    await books.reader.call('DELETE /books/:id', { params: { id } });
    await books.reader.fails(404, 'GET /books/:id', { params: { id } });
    // Until it is deleted for good.
    assert.equal(await blobs.size(`books/${id}/original`), 5);
    for (const table of ['highlights', 'bookmarks', 'notes', 'progress', 'collection_books'] as const) {
      assert.deepEqual(await db.selectFrom(table).selectAll().where('book_id', '=', id).execute(), [], table);
    }
    const sessions = await db
      .selectFrom('reading_sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    assert.equal(sessions.length, 1);
    assert.deepEqual(
      (await books.reader.call('GET /collections', {})).items.map((item) => item.bookIds),
      [[]],
    );
    await books.reader.fails(404, 'DELETE /books/:id', { params: { id } });
    await books.reader.call('DELETE /bin', {});
    await assert.rejects(blobs.size(`books/${id}/original`), /No blob/);
    assert.equal((await db.selectFrom('pending_blob_deletes').selectAll().execute()).length, 0);
  });
});

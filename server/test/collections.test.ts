import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { addBook } from './support/books.ts';
import { bookTests } from './support/bookTests.ts';
import { copyRows } from './support/many.ts';

const books = bookTests();

describe('collections', () => {
  const shelf = (bookIds: string[], name = 'Sea') => ({
    name,
    description: null,
    color: '#abc',
    icon: 'anchor',
    bookIds,
  });

  test('are created, replaced and deleted by client ids; their books keep their order', async () => {
    const bookId = await books.add();
    const ids = [bookId, await books.add(), await books.add()].reverse();
    const params = { id: randomUUID() };
    const made = await books.reader.call('PUT /collections/:id', { params, body: shelf(ids) });
    assert.deepEqual(made.bookIds, ids);
    assert.deepEqual((await books.reader.call('GET /collections', {})).items, [made]);
    const renamed = await books.reader.call('PUT /collections/:id', {
      params,
      body: shelf([bookId, bookId], 'Lake'),
    });
    assert.deepEqual([renamed.name, renamed.bookIds], ['Lake', [bookId]]);
    await books.reader.call('DELETE /collections/:id', { params });
    assert.deepEqual((await books.reader.call('GET /collections', {})).items, []);
    await books.reader.call('GET /books/:id', { params: { id: bookId } });
  });

  test('with a rule keep it; an invalid rule is refused', async () => {
    const params = { id: randomUUID() };
    const rule = { genres: ['Poetry'], rating: 4, favorite: true } as const;
    const made = await books.reader.call('PUT /collections/:id', {
      params,
      body: { ...shelf([]), rule: { ...rule, genres: [...rule.genres] } },
    });
    assert.deepEqual(made.rule, rule);
    assert.deepEqual((await books.reader.call('GET /collections', {})).items[0]?.rule, rule);
    const plain = await books.reader.call('PUT /collections/:id', { params, body: shelf([]) });
    assert.equal(plain.rule, null);
    for (const nonsense of [{ rating: 9 }, { unknown: 1 }, { genres: 'Poetry' }, { addedWithin: -1 }])
      await books.reader.fails(422, 'PUT /collections/:id', {
        params,
        body: { ...shelf([]), rule: nonsense } as never,
      });
  });

  test('drop deleted books and refuse another user’s books', async () => {
    const other = await books.server.reader();
    const theirs = await addBook(books.server.services, other.user?.id ?? '');
    const bookId = await books.add();
    const params = { id: randomUUID() };
    const made = await books.reader.call('PUT /collections/:id', {
      params,
      body: shelf([bookId, randomUUID()]),
    });
    await books.reader.fails(404, 'PUT /collections/:id', { params, body: shelf([theirs, bookId]) });
    assert.deepEqual(made.bookIds, [bookId]);
    assert.deepEqual((await books.reader.call('GET /collections', {})).items[0]?.bookIds, [bookId]);
  });

  test('can contain thousands of books', async () => {
    const userId = books.reader.user?.id ?? '';
    await books.add();
    await copyRows(books.server.services, 'books', userId, 2_500, () => ({ sha256: sql`null` }));
    const { db } = books.server.services;
    const rows = await db.selectFrom('books').select('id').where('user_id', '=', userId).execute();
    const ids = rows.map(({ id }) => id);
    assert.equal(ids.length, 2_500);
    const made = await books.reader.call('PUT /collections/:id', {
      params: { id: randomUUID() },
      body: shelf(ids),
    });
    assert.deepEqual(made.bookIds, ids);
  });
});

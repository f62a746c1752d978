import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { readingOf } from './support/books.ts';
import { bookTests } from './support/bookTests.ts';

const books = bookTests();
const { add } = books;

type Fields = Partial<ReturnType<typeof readingOf>> | { outcome: null; finished_at: null; rating: null };
const put = async (bookId: string, fields: Fields = {}, id: string = randomUUID()) =>
  books.reader.call('PUT /readings/:id', { params: { id }, body: { ...readingOf(bookId), ...fields } });
const list = async () => (await books.reader.call('GET /readings', {})).items;

describe('readings of a book', () => {
  test('are added, changed and deleted, the last changed first', async () => {
    const bookId = await add();
    const first = await put(bookId);
    books.clock.pass(1);
    const second = await put(bookId, { outcome: null, finished_at: null, rating: null });
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      [second.id, first.id],
    );
    books.clock.pass(1);
    await put(bookId, { rating: 2 }, first.id);
    assert.deepEqual((await list())[0], {
      ...readingOf(bookId),
      id: first.id,
      rating: 2,
      updated_at: books.clock.now().toISOString(),
    });
    await books.reader.call('DELETE /readings/:id', { params: { id: first.id } });
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      [second.id],
    );
  });

  test('keep what another device has changed in another field', async () => {
    const bookId = await add();
    const { id } = await put(bookId);
    await put(bookId, { rating: 1 }, id);
    const body = { ...readingOf(bookId), outcome: 'abandoned' as const, basis: { outcome: ['seen'] } };
    const answer = await books.reader.call('PUT /readings/:id', { params: { id }, body });
    assert.deepEqual([answer.rating, answer.outcome], [1, 'abandoned']);
    assert.deepEqual(answer.replaced, [{ field: 'outcome', value: 'finished', note: null }]);
  });

  test('refuse an end before the beginning, a day that has not come, and the book or id of somebody else', async () => {
    const bookId = await add();
    const refused = async (fields: object, id: string = randomUUID()) =>
      (
        await books.reader.try('PUT /readings/:id', {
          params: { id },
          body: { ...readingOf(bookId), ...fields },
        })
      ).status;
    assert.equal(await refused({ finished_at: '2025-05-01T00:00:00.000Z' }), 422);
    assert.equal(await refused({ outcome: 'lent' }), 422);
    const later = await put(bookId, { finished_at: '2030-01-01T00:00:00.000Z' });
    assert.equal(later.finished_at, books.clock.now().toISOString());
    const other = await books.server.reader();
    const theirs = await other.call('POST /books/import', {
      body: { items: [{ title: 'Theirs', author: '', status: 'unread' }] },
    });
    const bookOfOther = theirs.items[0]?.id ?? '';
    assert.equal(await refused({ book_id: bookOfOther }), 404);
    const { id } = await other.call('PUT /readings/:id', {
      params: { id: randomUUID() },
      body: readingOf(bookOfOther),
    });
    assert.equal(await refused({}, id), 404);
  });

  test('go and come back with their book', async () => {
    const bookId = await add();
    const { id } = await put(bookId);
    await books.reader.call('DELETE /books/:id', { params: { id: bookId }, query: {} });
    assert.deepEqual(await list(), []);
    const [entry] = (await books.reader.call('GET /bin', {})).items;
    await books.reader.call('POST /bin/:id/restore', { params: { id: entry?.id ?? '' }, body: {} });
    assert.deepEqual(
      (await list()).map((reading) => reading.id),
      [id],
    );
  });

  test('count towards goals and the week when they were finished then, a book once', async () => {
    const [again, left] = [await add({ completed: 1, completed_at: books.at(-10) }), await add()];
    const goal = await books.reader.call('POST /api/gamification/goals', {
      body: { title: 'Read', type: 'weekly', unit: 'books', target: 10 },
    });
    const counted = async () => {
      const { items } = await books.reader.call('GET /api/gamification/goals', {});
      const week = await books.reader.call('GET /api/gamification/week', {});
      return [items.find(({ id }) => id === goal.id)?.current, week.booksCompleted];
    };
    const before = await counted();
    const today = { started_at: books.at(-600), finished_at: books.at(-5) };
    await put(again, today);
    await put(left, { ...today, outcome: 'abandoned' as never });
    await put(left, {});
    assert.deepEqual(await counted(), before);
    await put(left, today);
    assert.deepEqual(
      await counted(),
      before.map((count) => Number(count) + 1),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { bookTests } from './support/bookTests.ts';
import fc from './support/fastCheck.ts';

const books = bookTests();
const { clock, at, add, patch } = books;

describe('changing a book', () => {
  test('updates its description', async () => {
    const id = await add();
    const book = await patch(id, {
      title: 'Emma',
      author: 'Jane Austen',
      series_index: 1.5,
      rating: 5,
      favorite: true,
      isbn: null,
    });
    assert.deepEqual(
      [book.title, book.author, book.series_index, book.rating, book.favorite],
      ['Emma', 'Jane Austen', 1.5, 5, true],
    );
    assert.deepEqual(await books.reader.call('GET /books/:id', { params: { id } }), book);
  });

  test('[AZ-03] ignores read-only fields of a whole book object', async () => {
    const id = await add();
    const before = await books.reader.call('GET /books/:id', { params: { id } });
    const whole = {
      ...before,
      title: 'Changed',
      id: crypto.randomUUID(),
      format: 'pdf',
      file_size: 1,
      page_count: 1,
      word_count: 1,
      cover_source: 'file',
      updated_at: '2000-01-01T00:00:00Z',
    };
    const unknown = {
      user_id: crypto.randomUUID(),
      points: 1_000_000,
      roles: ['admin'],
      isAdmin: true,
      sha256: 'x',
    };
    for (const field of Object.entries(unknown))
      await books.reader.fails(422, 'PATCH /books/:id', {
        params: { id },
        body: Object.fromEntries([field]),
      });
    const after = await patch(id, whole);
    assert.deepEqual(after, { ...before, title: 'Changed', updated_at: after.updated_at });
    assert.equal(after.updated_at, clock.now().toISOString());
  });

  test('with invalid values is refused as a whole', async () => {
    const id = await add();
    for (const body of [
      { title: '' },
      { title: 'x', progress: 101 },
      { rating: 6 },
      { rating: '5' },
      { status: 'eaten' },
      { favorite: 1 },
    ]) {
      await books.reader.fails(422, 'PATCH /books/:id', { params: { id }, body });
    }
    assert.equal((await books.reader.call('GET /books/:id', { params: { id } })).title, 'A Book');
  });

  test('[F-13] [BS-02] accepts status aliases, and is_reading by itself', async () => {
    for (const status of ['in_progress', 'started reading', 'started_reading'] as const) {
      const id = await add();
      const body = { status };
      const reading = await books.reader.call('PATCH /books/:id', { params: { id }, body });
      assert.deepEqual([reading.status, reading.is_reading], ['reading', true]);
    }
    const id = await add();
    const begun = await books.reader.call('PATCH /books/:id', { params: { id }, body: { isReading: true } });
    assert.deepEqual([begun.status, begun.is_reading], ['reading', true], '[F-28]');
  });

  test('[F-20] reading it again sets a new completion date', async () => {
    const id = await add();
    const first = await patch(id, { status: 'completed', completed_at: '2020-01-01T00:00:00.000Z' });
    assert.equal(first.completed_at, '2020-01-01T00:00:00.000Z');
    assert.equal((await patch(id, { title: 'Again' })).completed_at, first.completed_at);
    await patch(id, { status: 'reading' });
    assert.equal((await patch(id, { progress: 100 })).completed_at, clock.now().toISOString());
  });

  test('[F-20] an ISBN is validated and stored in both lengths', async () => {
    const id = await add();
    await books.reader.fails(422, 'PATCH /books/:id', { params: { id }, body: { isbn: '123' } });
    const known = await patch(id, { isbn: '978-1-57387-829-6' });
    assert.deepEqual(
      [known.isbn, known.isbn10, known.isbn13],
      ['978-1-57387-829-6', '1573878294', '9781573878296'],
    );
    const none = await patch(id, { isbn: null });
    assert.deepEqual([none.isbn, none.isbn10, none.isbn13], [null, null, null]);
  });

  test('[BS-03] a status updates its dependent fields', async () => {
    const id = await add();
    const reading = await patch(id, { status: 'reading' });
    assert.deepEqual(
      [reading.status, reading.is_reading, reading.completed, reading.progress, reading.last_opened],
      ['reading', true, false, 1, clock.now().toISOString()],
    );
    const completed = await patch(id, { status: 'completed' });
    assert.deepEqual(
      [
        completed.status,
        completed.is_reading,
        completed.completed,
        completed.progress,
        completed.completed_at,
      ],
      ['completed', false, true, 100, clock.now().toISOString()],
    );
    const paused = await patch(id, { status: 'paused' });
    assert.deepEqual(
      [paused.status, paused.is_reading, paused.completed, paused.progress],
      ['paused', false, false, 99],
    );
    const unread = await patch(id, { status: 'unread' });
    assert.deepEqual(
      [unread.status, unread.is_reading, unread.completed, unread.progress],
      ['unread', false, false, 0],
    );
    assert.equal((await patch(id, { status: 'paused' })).progress, 1);
  });

  test('starting and stopping a session leaves the book paused and among those being read', async () => {
    const id = await add();
    const opened = at(-1);
    const started = await patch(id, { is_reading: true, last_opened: opened });
    assert.deepEqual([started.status, started.is_reading, started.last_opened], ['reading', true, opened]);
    const stopped = await patch(id, { is_reading: true, status: 'paused', last_opened: at(0) });
    assert.deepEqual([stopped.status, stopped.is_reading, stopped.last_opened], ['paused', true, at(0)]);
  });

  test('a session that ends after its book was completed, here or on another device, leaves it completed', async () => {
    const id = await add();
    await patch(id, { status: 'completed' });
    const stopped = await patch(id, { is_reading: true, status: 'paused', last_opened: at(0) });
    assert.deepEqual(
      [stopped.status, stopped.is_reading, stopped.completed, stopped.progress],
      ['completed', false, true, 100],
    );
  });

  test('[Y-07] a session that arrives late does not set back when the book was opened last', async () => {
    const id = await add();
    await patch(id, { is_reading: true, last_opened: at(0) });
    assert.equal((await patch(id, { is_reading: true, last_opened: at(-1) })).last_opened, at(0));
  });

  test('progress to the end completes a book, as flags do', async () => {
    const [byProgress, byFlag] = [await add(), await add()];
    assert.equal((await patch(byProgress, { progress: 100 })).status, 'completed');
    assert.equal((await patch(byFlag, { completed: true })).progress, 100);
    assert.equal((await patch(byFlag, { completed: false })).completed, false);
    assert.equal((await patch(await add(), { progress: 12 })).status, 'paused');
    assert.equal((await patch(byProgress, { progress: 12 })).status, 'paused', 'taken up again');
  });

  test('a time in the future becomes now', async () => {
    const id = await add();
    assert.equal(
      (await patch(id, { last_opened: '2999-01-01T00:00:00Z' })).last_opened,
      clock.now().toISOString(),
    );
  });

  test('status, flags and progress stay consistent after any sequence of changes', async () => {
    const change = fc.record(
      {
        status: fc.constantFrom<Book['status']>('unread', 'reading', 'paused', 'completed'),
        is_reading: fc.boolean(),
        completed: fc.boolean(),
        progress: fc.oneof(fc.constantFrom(0, 1, 99, 100), fc.integer({ min: 0, max: 100 })),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const id = await add();
        for (const body of changes) {
          const { status, completed, is_reading, progress } = await patch(id, body);
          assert.equal(completed, status === 'completed');
          if (status === 'completed') assert.equal(progress, 100);
          if (status === 'reading') assert.ok(is_reading && progress >= 1);
          if (status === 'paused') assert.ok(progress >= 1 && progress <= 99);
          if (status === 'unread') assert.ok(!is_reading);
        }
      }),
      { numRuns: 150 },
    );
  });
});

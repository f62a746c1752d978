import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { plan, type ReadingStats } from '../src/answers/mentor/readingStats.ts';
import { suggestions } from '../src/answers/mentor/suggest.ts';
import { userCalendarOf } from '../src/library/gamification/userCalendar.ts';
import { addBook } from './support/books.ts';
import { startServer } from './support/server.ts';

test('[O-12] a suggestion from 10,000 books reads only some hundred of them', async () => {
  const server = await startServer();
  try {
    const reader = await server.reader();
    const userId = reader.user?.id ?? '';
    const { db } = server.services;
    await addBook(server.services, userId);
    const { bytes: _, ...book } = await db.selectFrom('books').selectAll().executeTakeFirstOrThrow();
    for (let at = 0; at < 10_000; at += 500)
      await db
        .insertInto('books')
        .values(
          Array.from({ length: 500 }, (_, index) => ({
            ...book,
            id: randomUUID(),
            sha256: null,
            author: `Author ${(at + index) % 50}`,
            completed: (at + index) % 2,
          })),
        )
        .execute();
    await addBook(server.services, userId, {
      title: 'One',
      series: 'Sea',
      series_index: 1,
      completed: 1,
      rating: 5,
      last_opened: new Date().toISOString(),
    });
    const next = await addBook(server.services, userId, { title: 'Two', series: 'Sea', series_index: 2 });

    let read = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        read += result.rows.length;
        return result;
      },
    };
    const who = await userCalendarOf(db, userId, new Date());
    const [first, ...others] = await suggestions(db.withPlugin(counting), who);
    assert.equal(first?.book_id, next);
    assert.equal(others.length, 3);
    assert.ok(read < 1_000, `${read} rows were read`);
  } finally {
    await server.stop();
  }
});

test('[W-02] a book without a file is suggested without a reading time, also when its pages are known', async () => {
  const server = await startServer();
  try {
    const reader = await server.reader();
    const userId = reader.user?.id ?? '';
    await addBook(server.services, userId, { format: 'none', word_count: 0, page_count: 0 });
    await addBook(server.services, userId, { format: 'none', word_count: 0, page_count: 900 });
    await addBook(server.services, userId, { format: 'none', word_count: 0, page_count: 0, progress: 40 });
    const made = await suggestions(
      server.services.db,
      await userCalendarOf(server.services.db, userId, new Date()),
    );
    assert.equal(made.length, 3);
    assert.doesNotMatch(JSON.stringify(made), /time(Short|Usual|Own)/);
  } finally {
    await server.stop();
  }
});

test('[L-13] a book that takes less than a day of reading gets no plan in days', () => {
  const stats: ReadingStats = { minutesADay: null };
  assert.deepEqual(plan(4, stats), { say: 'timeShort', with: { time: { minutes: 4 } } });
  assert.deepEqual(plan(90, stats), {
    say: 'timeUsual',
    with: { time: { minutes: 90 }, days: { days: 3 } },
  });
});

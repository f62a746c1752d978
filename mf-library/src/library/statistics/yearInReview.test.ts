/** @jest-environment node */

import type { Highlight } from '@lectern/shared-contracts/api/annotations.ts';
import { sampleBook, sampleId } from '../../testing/sampleBooks.ts';
import type { ReadingRecord } from './readingRecords.ts';
import { hoursOfDay, pagesByDay, secondsByDay } from './readingTime.ts';
import { quotesOfYear, yearInReview, yearsOfReading } from './yearInReview.ts';

const record = (startedAt: Date, seconds: number, book = 1, pages = 10): ReadingRecord => ({
  id: crypto.randomUUID(),
  bookId: sampleId(book),
  bookTitle: `Book ${book}`,
  startedAt: startedAt.toISOString(),
  seconds,
  pages,
});
const finished = (number: number, author: string, at: string) =>
  sampleBook(number, { author, completed: true, completed_at: at, status: 'completed', progress: 100 });

describe('the hours of the day', () => {
  test('a session that runs over the hour counts in both, one over midnight on both sides of it', () => {
    const hours = hoursOfDay([
      record(new Date(2026, 2, 1, 20, 45), 1_800),
      record(new Date(2026, 2, 2, 23, 30), 3_600),
    ]);
    expect([hours[20], hours[21], hours[23], hours[0]]).toEqual([900, 900, 1_800, 1_800]);
    expect(hours.reduce((sum, one) => sum + one, 0)).toBe(5_400);
  });
});

describe('a year in review', () => {
  const records = [
    record(new Date(2025, 4, 1, 21), 600, 1),
    record(new Date(2025, 4, 2, 21), 1_200, 2),
    record(new Date(2025, 4, 3, 21), 600, 2),
    record(new Date(2025, 8, 1, 7), 300, 1),
    record(new Date(2024, 11, 31, 12), 9_000, 3),
  ];
  const books = [
    finished(1, 'Jane Austen', '2025-06-01T12:00:00Z'),
    finished(2, 'Jane Austen', '2025-03-01T12:00:00Z'),
    finished(3, 'Tolstoy', '2025-09-01T12:00:00Z'),
    finished(4, 'Tolstoy', '2023-09-01T12:00:00Z'),
    sampleBook(5),
  ];

  const amounts = { seconds: secondsByDay(records), pages: pagesByDay(records, []) };

  test('[ST-01] tells what was finished and when and how much was read in it, and nothing of other years', () => {
    expect(yearInReview(records, books, 2025, amounts)).toMatchObject({
      completed: [{ title: 'Book 2' }, { title: 'Book 1' }, { title: 'Book 3' }],
      seconds: 2_700,
      pages: 40,
      daysRead: 4,
      longestStreak: 3,
      busiestMonth: 4,
      favouriteHour: 21,
      longestWith: { title: 'Book 2', seconds: 1_800 },
      author: { name: 'Jane Austen', books: 2 },
    });
  });

  test('a book that was read again counts each time, by the day of each', () => {
    const reading = (finished_at: string, outcome: 'finished' | 'abandoned' = 'finished') => ({
      ...{ id: crypto.randomUUID(), book_id: sampleId(4), started_at: null, rating: null },
      ...{ finished_at, outcome, updated_at: finished_at },
    });
    const readings = [
      reading('2025-02-01T12:00:00Z'),
      reading('2025-12-01T12:00:00Z'),
      reading('2025-11-01T12:00:00Z', 'abandoned'),
      { ...reading('2025-11-01T12:00:00Z'), book_id: sampleId(99) },
    ];
    const { completed } = yearInReview(records, books, 2025, amounts, readings);
    expect(completed.map(({ title }) => title)).toEqual(['Book 4', 'Book 2', 'Book 1', 'Book 3', 'Book 4']);
    expect(yearsOfReading([], [sampleBook(4)], readings)).toEqual([2025]);
  });

  test('of a year without anything it says so', () => {
    expect(yearInReview(records, books, 2020, amounts)).toMatchObject({
      completed: [],
      seconds: 0,
      busiestMonth: null,
      favouriteHour: null,
      longestWith: null,
      author: null,
      longestStreak: 0,
    });
  });

  test('the years there is something to tell of, newest first', () => {
    expect(yearsOfReading(records, books)).toEqual([2025, 2024, 2023]);
  });

  test('[U-44] its quotes are of different books, those with a thought first, and none is a page long', () => {
    const highlight = (number: number, book: number, fields: Partial<Highlight> = {}): Highlight => ({
      id: sampleId(900 + number),
      book_id: sampleId(book),
      text: `Quote ${number}`,
      color: 'yellow',
      page: null,
      position: null,
      note: null,
      created_at: '2025-05-01T12:00:00.000Z',
      updated_at: '2025-05-01T12:00:00.000Z',
      ...fields,
    });
    const quotes = quotesOfYear(
      [
        highlight(1, 1),
        highlight(2, 1, { note: 'Why?' }),
        highlight(3, 2),
        highlight(4, 3, { text: 'x'.repeat(300) }),
        highlight(5, 4, { created_at: '2024-05-01T12:00:00.000Z' }),
      ],
      2025,
    );
    expect(quotes.map(({ text }) => text)).toEqual(['Quote 2', 'Quote 3']);
  });
});

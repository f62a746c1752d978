/** @jest-environment node */
import type { Reading } from '@lectern/shared-contracts/api/sessions.ts';
import { sampleBook, sampleId } from '../../testing/sampleBooks.ts';
import { dayOf, momentOf, readingsOf } from './readings.ts';

const reading = (number: number, fields: Partial<Reading> = {}): Reading => ({
  id: sampleId(number),
  book_id: sampleId(1),
  started_at: '2025-05-03T12:00:00.000Z',
  finished_at: '2025-05-19T12:00:00.000Z',
  outcome: 'finished',
  rating: 4,
  updated_at: '2025-05-19T12:00:00.000Z',
  ...fields,
});
const session = (startedAt: string, seconds: number, book = 1) => ({
  id: startedAt,
  bookId: sampleId(book),
  bookTitle: '',
  startedAt,
  seconds,
  pages: 0,
});
const sessions = [
  session('2026-01-09T10:00:00.000Z', 30),
  session('2025-05-04T10:00:00.000Z', 60),
  session('2025-05-10T10:00:00.000Z', 5),
  session('2025-05-11T10:00:00.000Z', 900, 2),
  session('2026-01-02T10:00:00.000Z', 20),
];
const begun = sampleBook(1, { status: 'reading', is_reading: true, rating: 3 });

describe('the readings of a book', () => {
  test('are its earlier ones, then the latest, which begins with the first session after them', () => {
    const all = [reading(3, { book_id: sampleId(2) }), reading(2)];
    expect(readingsOf(begun, all, sessions)).toMatchObject([
      { latest: false, finishedAt: '2025-05-19T12:00:00.000Z', outcome: 'finished', rating: 4, seconds: 65 },
      {
        latest: true,
        startedAt: '2026-01-02T10:00:00.000Z',
        finishedAt: null,
        outcome: null,
        rating: null,
        seconds: 50,
      },
    ]);
  });

  test('the latest begins when its row says, and ends with the book, whose stars it has', () => {
    const open = reading(4, {
      outcome: null,
      finished_at: null,
      rating: null,
      started_at: '2026-01-05T00:00:00.000Z',
    });
    const finished = {
      ...begun,
      status: 'completed',
      completed: true,
      completed_at: '2026-01-20T00:00:00.000Z',
    } as const;
    expect(readingsOf(finished, [open, reading(2, { outcome: 'abandoned' })], sessions)).toMatchObject([
      { outcome: 'abandoned' },
      {
        stored: open,
        startedAt: open.started_at,
        finishedAt: finished.completed_at,
        outcome: 'finished',
        rating: 3,
        seconds: 30,
      },
    ]);
  });

  test('a book that was not begun has only earlier ones', () => {
    expect(readingsOf(sampleBook(1), [], sessions)).toEqual([]);
    expect(readingsOf(sampleBook(1), [reading(2)], sessions)).toHaveLength(1);
  });
});

describe('the day of a reading', () => {
  const now = new Date('2026-01-20T09:00:00.000Z');

  test('that was not changed keeps its moment; another is noon, but never later than now', () => {
    const before = '2025-05-19T23:11:12.345Z';
    expect(momentOf(dayOf(before), before, now)).toBe(before);
    expect(momentOf('2025-05-01', before, now)).toBe(new Date('2025-05-01T12:00').toISOString());
    expect(momentOf('2030-01-01', before, now)).toBe(now.toISOString());
    expect(momentOf('', before, now)).toBeNull();
    expect(dayOf(null)).toBe('');
  });
});

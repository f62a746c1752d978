/** @jest-environment node */
import type { ReadingSession } from '@lectern/shared-contracts/api/sessions.ts';
import type { FinishedSession } from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { sampleBook } from '../../testing/sampleBooks.ts';
import { booksBy, booksByStatus } from './BookCharts.tsx';
import { readingRecords } from './readingRecords.ts';

const server = (id: string, started_at: string): ReadingSession => ({
  id,
  book_id: 'b1',
  book_title: 'Emma',
  started_at,
  ended_at: started_at,
  seconds: 60,
  start_page: 1,
  end_page: 2,
  pages_read: 1,
  notes: null,
});
const local = (
  sessionId: string,
  startTime: string,
  backendSessionId: string | null = null,
): FinishedSession => ({
  book: { id: 'b1', title: 'Emma', author: 'Austen', cover_url: null },
  sessionId,
  startTime,
  pagesRead: 1,
  notes: '',
  backendSessionId,
  isPaused: false,
  pausedAt: null,
  accumulatedTime: 60,
  resumedAt: null,
  lastUpdated: startTime,
  endTime: startTime,
  duration: 1,
  totalSeconds: 60,
});

describe('sessions from here and from the server', () => {
  test('one that both know is counted once: by its id, or by its book and moment', () => {
    const records = readingRecords(
      [server('s1', '2026-01-01T10:00:00.000Z'), server('s2', '2026-01-02T10:00:00.000Z')],
      [
        local('l1', '2026-01-01T10:00:01.000Z', 's1'),
        local('l2', '2026-01-02T10:00:00.000Z'),
        local('l3', '2026-01-03T10:00:00.000Z'),
      ],
    );
    expect(records.map(({ id }) => id)).toEqual(['l3', 's2', 's1']);
  });

  test('one that has not ended is not counted', () => {
    expect(readingRecords([{ ...server('s1', '2026-01-01T10:00:00.000Z'), ended_at: null }], [])).toEqual([]);
  });
});

describe('shares of the shelf', () => {
  test('[ST-01] books by status and by genre', () => {
    const books = [
      sampleBook(1, { genre: 'Fiction', status: 'reading' }),
      sampleBook(2, { genre: 'fiction ', status: 'completed' }),
      sampleBook(3, { genre: null, status: 'unread' }),
      sampleBook(4, { genre: 'Poetry', status: 'paused' }),
    ];
    expect(booksByStatus(books)).toEqual({ reading: 1, paused: 1, unread: 1, completed: 1 });
    const names = { noneLabel: 'No genre', otherLabel: 'Other' };
    expect(booksBy(books, 'genre', { most: 5, ...names })).toEqual([
      { label: 'Fiction', count: 2 },
      { label: 'No genre', count: 1 },
      { label: 'Poetry', count: 1 },
    ]);
    expect(booksBy(books, 'genre', { most: 2, ...names })).toEqual([
      { label: 'Fiction', count: 2 },
      { label: 'Other', count: 2 },
    ]);
  });
});

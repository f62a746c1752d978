import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Reading } from '@lectern/shared-contracts/api/sessions.ts';
import type { ReadingRecord } from '../../library/statistics/readingRecords.ts';

/** One reading of a book as its page shows it. */
export interface ShownReading {
  /** Null for the latest one without a row: its dates are those of the book and its sessions. */
  stored: Reading | null;
  /** The latest reading ends with the book, and has its stars. */
  latest: boolean;
  /** ISO 8601; null when unknown. */
  startedAt: string | null;
  finishedAt: string | null;
  /** Null while it is being read. */
  outcome: Reading['outcome'];
  rating: number | null;
  /** Of the sessions within its dates. */
  seconds: number;
}

type Facts = Pick<Book, 'id' | 'status' | 'completed' | 'completed_at' | 'rating'>;

/**
 * The readings of a book, the first one first. The latest is the book itself, unless it has not been begun.
 * @param all of all books
 * @param sessions of all books
 */
export function readingsOf(
  book: Facts,
  all: readonly Reading[],
  sessions: readonly ReadingRecord[],
): ShownReading[] {
  const own = all.filter(({ book_id }) => book_id === book.id);
  const times = sessions.filter(({ bookId }) => bookId === book.id);
  const secondsWithin = (from: string | null, until: string | null) =>
    times
      .filter(({ startedAt }) => (from ?? '') <= startedAt && (until === null || startedAt <= until))
      .reduce((sum, { seconds }) => sum + seconds, 0);
  const earlier = own
    .filter(({ outcome }) => outcome !== null)
    .map((stored): ShownReading => {
      const { started_at: startedAt, finished_at: finishedAt, outcome, rating } = stored;
      const seconds = startedAt && finishedAt ? secondsWithin(startedAt, finishedAt) : 0;
      return { stored, latest: false, startedAt, finishedAt, outcome, rating, seconds };
    })
    .sort((a, b) => orderOf(a).localeCompare(orderOf(b)));
  const open = own.find(({ outcome }) => outcome === null) ?? null;
  if (book.status === 'unread' && open === null) return earlier;
  const before =
    earlier
      .map(({ finishedAt }) => finishedAt ?? '')
      .sort()
      .at(-1) ?? '';
  const first = times
    .map(({ startedAt }) => startedAt)
    .filter((at) => at > before)
    .sort()[0];
  const startedAt = open?.started_at ?? first ?? null;
  const finishedAt = book.completed ? book.completed_at : null;
  return [
    ...earlier,
    {
      stored: open,
      latest: true,
      startedAt,
      finishedAt,
      outcome: book.completed ? 'finished' : null,
      rating: book.completed ? book.rating : null,
      seconds: startedAt === null ? 0 : secondsWithin(startedAt, finishedAt),
    },
  ];
}

const orderOf = ({ finishedAt, startedAt }: ShownReading) => finishedAt ?? startedAt ?? '';

/** A moment as the value of a date field: its local day; empty for none. */
export function dayOf(moment: string | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The moment for a day that was chosen: the one before if the day is the same, else its noon, at most now. */
export function momentOf(day: string, before: string | null, now: Date): string | null {
  if (day === dayOf(before)) return before;
  const noon = new Date(`${day}T12:00`);
  if (Number.isNaN(noon.getTime())) return null;
  return new Date(Math.min(noon.getTime(), now.getTime())).toISOString();
}

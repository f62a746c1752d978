import type { Highlight } from '@lectern/shared-contracts/api/annotations.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Reading } from '@lectern/shared-contracts/api/sessions.ts';
import { daysBefore } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { remembered } from '@lectern/shared-contracts/domain/remembered.ts';
import { daysOfRecord, type ReadingRecord } from './readingRecords.ts';
import { type AmountsByDay, hoursOfDay, type Measure } from './readingTime.ts';

/** Figures of one year. */
export interface YearInReview {
  year: number;
  /** Books completed in it, in order of completion; one that was read several times, each time. */
  completed: readonly Book[];
  seconds: number;
  pages: number;
  daysRead: number;
  /** Days in a row. */
  longestStreak: number;
  /** Seconds of each month. */
  months: readonly number[];
  /** Zero-based; null without timed sessions. */
  busiestMonth: number | null;
  /** 0-23; null without timed sessions. */
  favouriteHour: number | null;
  /** The book that took the most time. */
  longestWith: { bookId: string; title: string; seconds: number } | null;
  /** The author with the most completed books, when more than one. */
  author: { name: string; books: number } | null;
}

export function yearInReview(
  records: readonly ReadingRecord[],
  books: readonly Book[],
  year: number,
  amounts: AmountsByDay,
  readings: readonly Reading[] = [],
): YearInReview {
  const own = byYear(records).get(year) ?? [];
  const completed = finishedBooks(books, readings)
    .filter(({ at }) => new Date(at).getFullYear() === year)
    .sort((a, b) => a.at.localeCompare(b.at))
    .map(({ book }) => book);
  const ofYear = (measure: Measure) =>
    [...amounts[measure]].filter(([day, amount]) => amount > 0 && Number(day.slice(0, 4)) === year);
  const [read, turned] = [ofYear('seconds'), ofYear('pages')];
  const months = new Array<number>(12).fill(0);
  const byBook = new Map<string, { bookId: string; title: string; seconds: number }>();
  for (const { bookId, bookTitle, seconds } of own) {
    const book = byBook.get(bookId) ?? { bookId, title: bookTitle, seconds: 0 };
    byBook.set(bookId, { ...book, seconds: book.seconds + seconds });
  }
  for (const [day, seconds] of read) {
    const month = Number(day.slice(5, 7)) - 1;
    months[month] = (months[month] ?? 0) + seconds;
  }
  const authors = Map.groupBy(
    completed.filter(({ author }) => author !== ''),
    ({ author }) => author,
  );
  const [best] = [...authors].sort((a, b) => b[1].length - a[1].length);
  return {
    year,
    completed,
    seconds: read.reduce((sum, [, amount]) => sum + amount, 0),
    pages: turned.reduce((sum, [, amount]) => sum + amount, 0),
    daysRead: read.length,
    longestStreak: longestRun(read.map(([day]) => day)),
    months,
    busiestMonth: indexOfMost(months),
    favouriteHour: indexOfMost(hoursOf(own)),
    longestWith: [...byBook.values()].sort((a, b) => b.seconds - a.seconds)[0] ?? null,
    author: best && best[1].length > 1 ? { name: best[0], books: best[1].length } : null,
  };
}

const maxQuotes = 3;
/** Longer ones would be pages, not quotes. */
const maxQuoteLength = 280;

/** Quotes marked in that year, of different books; those that the reader wrote about come first. */
export function quotesOfYear(highlights: readonly Highlight[], year: number): Highlight[] {
  const candidates = highlights
    .filter(
      ({ text, created_at }) => text.length <= maxQuoteLength && new Date(created_at).getFullYear() === year,
    )
    .sort((a, b) => Number(Boolean(b.note)) - Number(Boolean(a.note)));
  const ofBooks = new Map(candidates.toReversed().map((highlight) => [highlight.book_id, highlight]));
  return candidates.filter((highlight) => ofBooks.get(highlight.book_id) === highlight).slice(0, maxQuotes);
}

/** Each time that a book was finished on a known day. */
function finishedBooks(books: readonly Book[], readings: readonly Reading[]): { book: Book; at: string }[] {
  const latest = books.flatMap((book) =>
    book.completed && book.completed_at ? { book, at: book.completed_at } : [],
  );
  const byId = new Map(books.map((book) => [book.id, book]));
  const earlier = readings.flatMap(({ book_id, finished_at: at, outcome }) => {
    const book = byId.get(book_id);
    return book && at && outcome === 'finished' ? { book, at } : [];
  });
  return [...earlier, ...latest];
}

/** Years with sessions or completed books, newest first. */
export function yearsOfReading(
  records: readonly ReadingRecord[],
  books: readonly Book[],
  readings: readonly Reading[] = [],
): number[] {
  const years = new Set(byYear(records).keys());
  for (const { at } of finishedBooks(books, readings)) years.add(new Date(at).getFullYear());
  return [...years].filter((year) => Number.isFinite(year)).sort((a, b) => b - a);
}

const byYear = remembered((records: readonly ReadingRecord[]) => Map.groupBy(records, yearOf));
const hoursOf = remembered(hoursOfDay);

/** NaN for an invalid time. */
function yearOf(record: ReadingRecord): number {
  return Number(daysOfRecord(record)[0]?.day.slice(0, 4) ?? Number.NaN);
}

function indexOfMost(amounts: readonly number[]): number | null {
  const most = Math.max(...amounts);
  return most > 0 ? amounts.indexOf(most) : null;
}

/** @param days unique, in any order */
function longestRun(days: readonly string[]): number {
  const sorted = [...days].sort();
  let longest = 0;
  let run = 0;
  let before: string | null = null;
  for (const day of sorted) {
    run = daysBefore(day, 1) === before ? run + 1 : 1;
    longest = Math.max(longest, run);
    before = day;
  }
  return longest;
}

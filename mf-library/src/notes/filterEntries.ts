import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { Day } from '../books/formats.ts';
import type { Entry } from './entries.ts';

export interface EntryFilter {
  query: string;
  kind: 'all' | 'note' | 'highlight';
  bookId: string | null;
  tag: string | null;
  color: string | null;
  /** First and last local day; null without a limit. */
  from: Day | null;
  to: Day | null;
}

export const noFilter: EntryFilter = {
  query: '',
  kind: 'all',
  bookId: null,
  tag: null,
  color: null,
  from: null,
  to: null,
};

/** Predicate: every word of the query occurs in the entry. */
export function filterEntries(entries: readonly Entry[], filter: EntryFilter): Entry[] {
  const words = foldText(filter.query).split(/\s+/).filter(Boolean);
  return entries.filter(
    (entry) =>
      (filter.kind === 'all' || entry.kind === filter.kind) &&
      (filter.bookId === null || entry.bookId === filter.bookId) &&
      (filter.tag === null || entry.tags.includes(filter.tag)) &&
      (filter.color === null || entry.color === filter.color) &&
      (filter.from === null || entry.day >= filter.from) &&
      (filter.to === null || entry.day <= filter.to) &&
      (words.length === 0 || words.every((word) => wordsOf(entry).includes(word))),
  );
}

function wordsOf({ title, quote, thought, bookTitle, author, tags }: Entry): string {
  return foldText([title, quote, thought, bookTitle, author, ...tags].filter(Boolean).join(' '));
}

/** How often each value occurs, in order of first occurrence. */
export function countBy<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

export type EntryOrder = 'newest' | 'oldest' | 'book';

/** Labels of the orders; keys of translations. */
export const orderLabels: Readonly<Record<EntryOrder, string>> = {
  newest: text('By month, newest first'),
  oldest: text('By month, oldest first'),
  book: text('By book, in reading order'),
};

/** What stands together under one heading: the month 'YYYY-MM', or the book's id ('' without a book). */
export const groupOf = ({ day, bookId }: Entry, order: EntryOrder): string =>
  order === 'book' ? (bookId ?? '') : day.slice(0, 7);

/** @param entries newest first; books follow one another by their newest entry */
export function orderEntries(entries: readonly Entry[], order: EntryOrder): readonly Entry[] {
  if (order === 'newest') return entries;
  if (order === 'oldest') return entries.toReversed();
  const books = [...countBy(entries.map((entry) => groupOf(entry, order))).keys()];
  return books.flatMap((book) => entries.filter((entry) => groupOf(entry, order) === book).sort(byPlace));
}

/** In reading order; entries without a position last, newest first. */
export function byPlace(a: Entry, b: Entry): number {
  const [pageA, pageB] = [a.page ?? Number.POSITIVE_INFINITY, b.page ?? Number.POSITIVE_INFINITY];
  return pageA === pageB ? b.createdAt.localeCompare(a.createdAt) : pageA - pageB;
}

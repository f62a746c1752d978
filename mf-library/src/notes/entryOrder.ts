import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { Entry } from './entries.ts';
import { countBy } from './filterEntries.ts';

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

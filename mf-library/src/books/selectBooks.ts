import type { Book } from '@lectern/shared-contracts/api/books.ts';
import {
  matchesFilter,
  type StatusFilter,
  statusFilters,
} from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { textTest } from '@lectern/shared-contracts/domain/books/smartRule.ts';
import { sortBooks } from './sortBooks.ts';

export function selectBooks(books: readonly Book[], filter: StatusFilter, query: string): Book[] {
  const matchesQuery = textTest(query);
  return books.filter((book) => matchesFilter(book, filter) && matchesQuery(book));
}

export function countByFilter(books: readonly Book[]): Record<StatusFilter, number> {
  const counts = { all: 0, reading: 0, completed: 0, unread: 0 };
  for (const book of books) {
    for (const filter of statusFilters) if (matchesFilter(book, filter)) counts[filter] += 1;
  }
  return counts;
}

/** How many books are shown as recently added. */
const newestCount = 6;

/** The newest books by date added. */
export function newestBooks(books: readonly Book[]): Book[] {
  return sortBooks(books, 'added').slice(0, newestCount);
}

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import {
  matchesFilter,
  type StatusFilter,
  statusFilters,
} from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { sortBooks } from './sortBooks.ts';

/** Predicate: every word of the query occurs in title, author, series or genre. */
export function textTest(query: string): (book: Book) => boolean {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (book) => {
    const text = searchText(book);
    return words.every((word) => text.includes(word));
  };
}

/** Cached, since ten thousand books are filtered with each key. */
const searchTexts = new WeakMap<Book, string>();

function searchText(book: Book): string {
  const cached = searchTexts.get(book);
  if (cached !== undefined) return cached;
  const text = foldText([book.title, book.author, book.series, book.genre].filter(Boolean).join(' '));
  searchTexts.set(book, text);
  return text;
}

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

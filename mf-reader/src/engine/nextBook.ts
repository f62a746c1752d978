import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { booksOfCollection } from '@lectern/shared-contracts/domain/books/smartRule.ts';

export interface NextBook {
  book: Book;
  /** Name of the series or collection. */
  within: string;
}

/** The unfinished book after this one in its series, else in a collection; null for none. */
export function nextBook(
  book: Book,
  books: readonly Book[],
  collections: readonly Collection[],
  now: number,
): NextBook | null {
  const { series, series_index } = book;
  const [next] = books
    .filter((other) => series !== null && other.series === series && !other.completed)
    .filter((other) => (other.series_index ?? 0) > (series_index ?? 0))
    .sort((a, b) => (a.series_index ?? 0) - (b.series_index ?? 0));
  if (next && series) return { book: next, within: series };
  for (const collection of collections) {
    const held = booksOfCollection(collection, books, now);
    const place = held.findIndex(({ id }) => id === book.id);
    const following = place < 0 ? undefined : held.slice(place + 1).find(({ completed }) => !completed);
    if (following) return { book: following, within: collection.name };
  }
  return null;
}

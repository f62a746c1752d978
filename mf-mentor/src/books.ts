import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useData } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';

/** The same request as the library's, so that the cache serves both. Empty while loading. */
export function useShelf(): readonly Book[] {
  const books = useData('GET /books', { query: { limit: 200, offset: 0 } }, { allPages: true });
  return books.status === 'ready' ? books.value.items : none;
}

const none: readonly Book[] = [];

export function useBooksById(): ReadonlyMap<string, Book> {
  const shelf = useShelf();
  return useMemo(() => new Map(shelf.map((book) => [book.id, book])), [shelf]);
}

/** The book opened last that is not finished. */
export function currentBook(books: readonly Book[]): Book | undefined {
  return books
    .filter(({ completed, last_opened }) => !completed && last_opened !== null)
    .sort((a, b) => Date.parse(b.last_opened ?? '') - Date.parse(a.last_opened ?? ''))[0];
}

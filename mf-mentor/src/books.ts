import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useData } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';

/** All books. The same request as the library's, so that the cache serves both. */
export const useBooks = () => useData('GET /books', { query: { limit: 200, offset: 0 } }, { allPages: true });

/** All books; none while they are loading. */
export function useShelf(): readonly Book[] {
  const books = useBooks();
  return books.status === 'ready' ? books.value.items : none;
}

const none: readonly Book[] = [];

export function useBooksById(): ReadonlyMap<string, Book> {
  const shelf = useShelf();
  return useMemo(() => new Map(shelf.map((book) => [book.id, book])), [shelf]);
}

/** A title without its subtitle. */
export const shortTitle = (title: string): string => (title.split(/[:;(]/)[0] ?? title).trim();

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';
import { normalizeBook } from '@lectern/shared-contracts/domain/books/book.ts';
import { useData } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';

export interface Shelf {
  items: readonly Book[];
  total: number;
}

/** All books, in pages of 200. */
export function useBooks(): Loadable<Shelf> {
  const list = useData('GET /books', { query: { limit: 200, offset: 0 } }, { allPages: true });
  return useMemo(() => {
    if (list.status !== 'ready') return list;
    const items = list.value.items.map(normalizeBook).filter((book) => book !== null);
    // Without a total, the answer is complete.
    return { ...list, value: { items, total: list.value.total ?? items.length } };
  }, [list]);
}

const none: readonly Book[] = [];

/** The books loaded so far; empty before. */
export function useKnownBooks(): readonly Book[] {
  const books = useBooks();
  return books.status === 'ready' ? books.value.items : none;
}

import { booksSearched } from '@lectern/shared-contracts/domain/relevance.ts';
import { type Loadable, useData } from '@lectern/shared-contracts/host.ts';
import { useMemo } from 'react';
import type { Shelf } from './searchShelf.ts';

/** What is searched in this browser, and whether more of it is on its way. */
export function useShelf(): { shelf: Shelf; loading: boolean } {
  const books = useData('GET /books', { query: { limit: booksSearched } });
  const notes = useData('GET /notes', {});
  const highlights = useData('GET /highlights', {});
  const collections = useData('GET /collections', {});
  return useMemo(
    () => ({
      shelf: {
        books: itemsOf(books),
        notes: itemsOf(notes),
        highlights: itemsOf(highlights),
        collections: itemsOf(collections),
      },
      loading: [books, notes, highlights, collections].some(({ status }) => status === 'loading'),
    }),
    [books, notes, highlights, collections],
  );
}

/** What could not be loaded is searched as if it were empty: the rest is still found. */
function itemsOf<T>(loaded: Loadable<{ items: T[] }>): readonly T[] {
  return loaded.status === 'ready' ? loaded.value.items : [];
}

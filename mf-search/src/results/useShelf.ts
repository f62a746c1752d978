import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { booksSearched } from '@lectern/shared-contracts/domain/search/relevance.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useEffect, useMemo, useState } from 'react';
import { afterFrame } from '../afterFrame.ts';
import type { Shelf } from './searched.ts';

/**
 * What is searched in this browser, and whether more of it is on its way.
 * Asked for when the first frame is on the screen.
 */
export function useShelf(): { shelf: Shelf; loading: boolean } {
  const { data } = useHost();
  const drawn = useDrawn();
  const books = useReadable(drawn ? data.watch('GET /books', { query: { limit: booksSearched } }) : notYet);
  const notes = useReadable(drawn ? data.watch('GET /notes', {}) : notYet);
  const highlights = useReadable(drawn ? data.watch('GET /highlights', {}) : notYet);
  const collections = useReadable(drawn ? data.watch('GET /collections', {}) : notYet);
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

const loading = { status: 'loading' } as const;
const notYet: Readable<Loadable<never>> = { get: () => loading, subscribe: () => () => undefined };

/** Whether a frame has been drawn since the first render: what is not needed for it can be done now. */
function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => afterFrame(() => setDrawn(true)), []);
  return drawn;
}

/** What could not be loaded is searched as if it were empty: the rest is still found. */
function itemsOf<T>(loaded: Loadable<{ items: T[] }>): readonly T[] {
  return loaded.status === 'ready' ? loaded.value.items : none;
}

const none: readonly never[] = [];

import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { booksLoaded } from '@lectern/shared-contracts/domain/search/relevance.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useMemo, useState } from 'react';
import { afterFrame } from '../afterFrame.ts';
import type { Shelf } from './searchIndex.ts';

/** What is searched in this browser, and whether it is still loading. Requested after the first frame. */
export function useShelf(): { shelf: Shelf; loading: boolean } {
  const { data } = useHost();
  const drawn = useAfterFirstFrame();
  const books = useReadable(
    drawn
      ? data.watch('GET /books', { query: { limit: booksLoaded, offset: 0 } }, { allPages: true })
      : pendingRead,
  );
  const notes = useReadable(drawn ? data.watch('GET /notes', {}) : pendingRead);
  const highlights = useReadable(drawn ? data.watch('GET /highlights', {}) : pendingRead);
  const collections = useReadable(drawn ? data.watch('GET /collections', {}) : pendingRead);
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
const pendingRead: Readable<Loadable<never>> = { get: () => loading, subscribe: () => () => undefined };

/** Whether the first frame has been painted: work that it did not need can start. */
function useAfterFirstFrame(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => afterFrame(() => setDrawn(true)), []);
  return drawn;
}

/** A list that failed to load counts as empty, so that the others are still searched. */
function itemsOf<T>(loaded: Loadable<{ items: T[] }>): readonly T[] {
  return loaded.status === 'ready' ? loaded.value.items : none;
}

const none: readonly never[] = [];

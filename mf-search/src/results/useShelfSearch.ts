import { startTransition, useEffect, useRef, useState } from 'react';
import { runInSlices } from './runInSlices.ts';
import { buildIndex, type SearchIndex, type Shelf } from './searchIndex.ts';
import { type Kinds, type ShelfSearch, searchShelf } from './searchShelf.ts';

/** The last finished search, and whether it is up to date. */
interface ShelfSearching {
  /** Null until a search has finished. */
  search: ShelfSearch | null;
  current: boolean;
}

/** Searches the shelf in time slices. @param typed null for no search */
export function useShelfSearch(shelf: Shelf, typed: string | null, kinds: Kinds): ShelfSearching {
  const ready = useSearchIndex(shelf);
  const [last, setLast] = useState<{
    search: ShelfSearch;
    typed: string;
    of: SearchIndex;
    kinds: Kinds;
  } | null>(null);
  const before = useRef<ShelfSearch | null>(null);
  useEffect(() => {
    if (typed === null) {
      before.current = null;
      return setLast(null);
    }
    if (ready === null) return undefined;
    return runInSlices(searchShelf(ready, typed, kinds, before.current), (search) => {
      before.current = search;
      startTransition(() => setLast({ search, typed, of: ready, kinds }));
    });
  }, [ready, typed, kinds]);
  const current = last !== null && last.typed === typed && last.of === ready && last.kinds === kinds;
  return { search: typed === null ? null : (last?.search ?? null), current: typed === null || current };
}

/** The search index of the shelf; null until it has been built once. */
function useSearchIndex(shelf: Shelf): SearchIndex | null {
  const [ready, setReady] = useState<SearchIndex | null>(null);
  const before = useRef<SearchIndex | null>(null);
  before.current = ready;
  useEffect(() => runInSlices(buildIndex(shelf, before.current), setReady), [shelf]);
  return ready;
}

import { startTransition, useEffect, useRef, useState } from 'react';
import { inSlices } from './inSlices.ts';
import { preparing, type Searched, type Shelf } from './searched.ts';
import { type Kinds, type ShelfSearch, searchingShelf } from './searchShelf.ts';

/** What the shelf has of what was typed last, and whether that is what is typed now. */
interface ShelfSearching {
  /** Of the last search that is finished; null while there is none. */
  search: ShelfSearch | null;
  current: boolean;
}

/** Searches the shelf a few milliseconds at a time. @param typed null asks nothing */
export function useShelfSearch(shelf: Shelf, typed: string | null, kinds: Kinds): ShelfSearching {
  const ready = usePrepared(shelf);
  const [last, setLast] = useState<{ search: ShelfSearch; typed: string; of: Searched; kinds: Kinds } | null>(
    null,
  );
  const before = useRef<ShelfSearch | null>(null);
  useEffect(() => {
    if (typed === null) {
      before.current = null;
      return setLast(null);
    }
    if (ready === null) return undefined;
    return inSlices(searchingShelf(ready, typed, kinds, before.current), (search) => {
      before.current = search;
      startTransition(() => setLast({ search, typed, of: ready, kinds }));
    });
  }, [ready, typed, kinds]);
  const current = last !== null && last.typed === typed && last.of === ready && last.kinds === kinds;
  return { search: typed === null ? null : (last?.search ?? null), current: typed === null || current };
}

/** The shelf with everything that is compared; null until that is done for the first time. */
function usePrepared(shelf: Shelf): Searched | null {
  const [ready, setReady] = useState<Searched | null>(null);
  const before = useRef<Searched | null>(null);
  before.current = ready;
  useEffect(() => inSlices(preparing(shelf, before.current), setReady), [shelf]);
  return ready;
}

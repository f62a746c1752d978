import { startTransition, useEffect, useRef, useState } from 'react';
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

/** Milliseconds of work before the main thread is free for input again. */
const slice = 4;

/**
 * Runs a generator a few milliseconds at a time, so that it delays neither input nor frames. The first slice runs
 * synchronously: little work is finished when this returns.
 * @returns cancels the rest
 */
export function runInSlices<T>(work: Generator<void, T>, done: (result: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const runSlice = () => {
    timer = null;
    const until = performance.now() + slice;
    do {
      const step = work.next();
      if (step.done) return done(step.value);
    } while (performance.now() < until);
    timer = setTimeout(runSlice, 0);
  };
  runSlice();
  return () => {
    if (timer !== null) clearTimeout(timer);
  };
}

/** Runs the whole generator synchronously. */
export function runToEnd<T>(work: Generator<void, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

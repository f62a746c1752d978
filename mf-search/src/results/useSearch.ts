import { searchDelay, searchQuery } from '@lectern/shared-contracts/domain/searchQuery.ts';
import { useMemo } from 'react';
import type { Found } from './found.ts';
import { passagesFound } from './passagesFound.ts';
import { type Kinds, searchShelf } from './searchShelf.ts';
import { usePassages } from './usePassages.ts';
import { useSettled } from './useSettled.ts';
import { useShelf } from './useShelf.ts';

export interface Search {
  /** Too little typed; waiting for typing to end or for an answer; everything is there. */
  state: 'idle' | 'searching' | 'done';
  found: readonly Found[];
  /** The text inside the books could not be searched. */
  passagesUnavailable: boolean;
}

/** Searches the reader's books, notes and collections, and the text inside the books. */
export function useSearch(typed: string, kinds: Kinds): Search {
  const settled = useSettled(typed, searchDelay);
  const query = useMemo(() => searchQuery(settled), [settled]);
  const { shelf, loading } = useShelf();
  const passages = usePassages(query !== null && kinds.books ? settled.trim() : null);
  const found = useMemo(() => {
    if (query === null) return [];
    const inside = passages.state === 'done' && kinds.books ? passagesFound(passages.passages) : [];
    return [...searchShelf(shelf, query, kinds), ...inside];
  }, [shelf, query, kinds, passages]);
  if (searchQuery(typed) === null) return { state: 'idle', found: [], passagesUnavailable: false };
  const waiting = settled !== typed || loading || passages.state === 'searching';
  return {
    state: waiting ? 'searching' : 'done',
    found: settled === typed ? found : [],
    passagesUnavailable: passages.state === 'unavailable',
  };
}

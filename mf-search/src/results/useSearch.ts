import { hasFilter, parseSearch } from '@lectern/shared-contracts/domain/search/searchOperators.ts';
import { searchDelay, searchQuery } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import { useMemo } from 'react';
import { commandsFound } from '../commands/commandsFound.ts';
import { useCommands } from '../commands/useCommands.ts';
import type { Found } from './found.ts';
import { passagesFound } from './passagesFound.ts';
import type { Kinds } from './searchShelf.ts';
import { usePassages } from './usePassages.ts';
import { useSettled } from './useSettled.ts';
import { useShelf } from './useShelf.ts';
import { useShelfSearch } from './useShelfSearch.ts';

export interface Search {
  /** Too little typed; waiting for typing to end or for an answer; everything is there. */
  state: 'idle' | 'searching' | 'done';
  /** What was found last; until the words of now have been looked for, of the words before. */
  found: readonly Found[];
  /** Whether it is of the words of now. */
  current: boolean;
  /** What was searched for instead, where a word was mistyped. */
  corrected: string | null;
  /** Where the text inside the books was looked for: 'downloaded' alone while the server cannot be asked. */
  passages: 'all' | 'downloaded' | 'none';
}

/** Searches the reader's books, notes and collections, the text inside the books, and what Lectern can do. */
export function useSearch(typed: string, kinds: Kinds): Search {
  const settled = useSettled(typed, searchDelay);
  const wanted = isEnough(settled) ? settled : null;
  const { shelf, loading } = useShelf();
  const commands = useCommands(shelf.books);
  const onShelf = useShelfSearch(shelf, wanted, kinds);
  const passages = usePassages(kinds.books ? (wanted?.trim() ?? null) : null);
  const inside = useMemo(() => passagesFound(passages.passages), [passages.passages]);
  const doing = useMemo(() => {
    const query = wanted === null ? null : searchQuery(wanted);
    return query === null ? [] : commandsFound(commands, query);
  }, [wanted, commands]);
  const found = useMemo(
    () => (onShelf.search === null ? [] : [...onShelf.search.found, ...doing, ...inside]),
    [onShelf.search, inside, doing],
  );
  if (!isEnough(typed)) return nothing;
  const current = settled === typed && onShelf.current;
  return {
    state: current && !loading && passages.state !== 'searching' ? 'done' : 'searching',
    found,
    current,
    corrected: current
      ? (onShelf.search?.corrected ?? (passages.state === 'done' ? passages.corrected : null))
      : null,
    passages: passages.where,
  };
}

const nothing: Search = { state: 'idle', found: [], current: true, corrected: null, passages: 'all' };

function isEnough(typed: string): boolean {
  const parsed = parseSearch(typed);
  return searchQuery(parsed.text) !== null || hasFilter(parsed);
}

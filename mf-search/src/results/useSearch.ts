import { hasFilter, parseSearch } from '@lectern/shared-contracts/domain/searchOperators.ts';
import { searchDelay, searchQuery } from '@lectern/shared-contracts/domain/searchQuery.ts';
import { useEffect, useMemo } from 'react';
import { commandsFound } from '../commands/commandsFound.ts';
import { useCommands } from '../commands/useCommands.ts';
import type { Found } from './found.ts';
import { passagesFound } from './passagesFound.ts';
import { foldAhead, type Kinds, searched, searchShelf } from './searchShelf.ts';
import { usePassages } from './usePassages.ts';
import { useSettled } from './useSettled.ts';
import { useShelf } from './useShelf.ts';

export interface Search {
  /** Too little typed; waiting for typing to end or for an answer; everything is there. */
  state: 'idle' | 'searching' | 'done';
  found: readonly Found[];
  /** What was searched for instead, where a word was mistyped. */
  corrected: string | null;
  /** Where the text inside the books was looked for: 'downloaded' alone while the server cannot be asked. */
  passages: 'all' | 'downloaded' | 'none';
}

/** Searches the reader's books, notes and collections, the text inside the books, and what Lectern can do. */
export function useSearch(typed: string, kinds: Kinds): Search {
  const settled = useSettled(typed, searchDelay);
  const enough = isEnough(settled);
  const { shelf, loading } = useShelf();
  const commands = useCommands(shelf.books);
  const ready = useMemo(() => searched(shelf), [shelf]);
  const passages = usePassages(enough && kinds.books ? settled.trim() : null);
  useEffect(() => foldAhead(ready), [ready]);
  const onShelf = useMemo(
    () => (enough ? searchShelf(ready, settled, kinds) : null),
    [ready, settled, enough, kinds],
  );
  const result = useMemo(() => {
    if (onShelf === null) return { found: [], corrected: null };
    const query = searchQuery(settled);
    const inside = passages.state === 'done' && kinds.books ? passagesFound(passages.passages) : [];
    return {
      found: [...onShelf.found, ...inside, ...(query === null ? [] : commandsFound(commands, query))],
      corrected: onShelf.corrected ?? (passages.state === 'done' ? passages.corrected : null),
    };
  }, [onShelf, settled, kinds, passages, commands]);
  if (!isEnough(typed)) return { state: 'idle', found: [], corrected: null, passages: 'all' };
  const waiting = settled !== typed || loading || passages.state === 'searching';
  return {
    state: waiting ? 'searching' : 'done',
    found: settled === typed ? result.found : [],
    corrected: settled === typed ? result.corrected : null,
    passages: passages.state === 'unavailable' ? 'none' : passages.state === 'done' ? passages.where : 'all',
  };
}

function isEnough(typed: string): boolean {
  const parsed = parseSearch(typed);
  return searchQuery(parsed.text) !== null || hasFilter(parsed);
}

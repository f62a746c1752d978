import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { booksLoaded } from '@lectern/shared-contracts/domain/search/relevance.ts';
import { hasFilter, parseSearch } from '@lectern/shared-contracts/domain/search/searchOperators.ts';
import { isSentence, searchDelay, searchQuery } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useMemo, useState } from 'react';
import { afterFrame } from '../afterFrame.ts';
import { commandResults, useAskMentor, useCommands } from '../commands/useCommands.ts';
import type { Shelf } from '../results/searchIndex.ts';
import type { SearchResult } from '../results/searchResult.ts';
import type { Kinds } from '../results/searchShelf.ts';
import { passageResults, usePassages } from '../results/usePassages.ts';
import { useShelfSearch } from '../results/useShelfSearch.ts';

export interface Search {
  /** Query too short; debouncing or waiting for an answer; complete. */
  state: 'idle' | 'searching' | 'done';
  /** Results of the last finished search. */
  results: readonly SearchResult[];
  /** Whether the results are those of the current query. */
  current: boolean;
  /** The corrected query, where a word was misspelt. */
  corrected: string | null;
  /** Which books' full text was searched: only downloaded ones while the server cannot be reached. */
  passages: 'all' | 'downloaded' | 'none';
  /** What passages that have only some of the words lack; empty where they have all. */
  leftOut: readonly string[];
}

/** Searches books, notes, collections, the full text of books, and commands. */
export function useSearch(typed: string, kinds: Kinds): Search {
  const settled = useDebouncedValue(typed, searchDelay);
  const searchText = isEnough(settled) ? settled : null;
  const { shelf, loading } = useShelf();
  const commands = useCommands(shelf.books);
  const onShelf = useShelfSearch(shelf, searchText, kinds);
  const guess = onShelf.current ? (onShelf.search?.corrected ?? null) : null;
  const passages = usePassagesOf(kinds.books ? (searchText?.trim() ?? null) : null, guess);
  const inBooks = useMemo(
    () =>
      passageResults(
        passages.passages,
        (bookId) => shelf.books.find(({ id }) => id === bookId)?.language ?? undefined,
      ),
    [passages.passages, shelf.books],
  );
  const askMentor = useAskMentor();
  const actions = useMemo(() => {
    const query = searchText === null ? null : searchQuery(searchText);
    return query === null ? [] : commandResults(commands, query);
  }, [searchText, commands]);
  const results = useMemo(() => {
    if (onShelf.search === null || searchText === null) return [];
    // A guess at the spelling is of use only where the books do not have what was typed.
    const found = guess !== null && passages.spelling !== 'missing' ? [] : onShelf.search.results;
    const mentor = askMentor(searchText);
    return isSentence(searchText)
      ? [...inBooks, ...found, ...actions, ...mentor]
      : [...found, ...actions, ...inBooks, ...mentor];
  }, [onShelf.search, guess, passages.spelling, inBooks, actions, searchText, askMentor]);
  if (!isEnough(typed)) return noSearch;
  const current = settled === typed && onShelf.current;
  return {
    state: current && !loading && passages.state !== 'searching' ? 'done' : 'searching',
    results,
    current,
    corrected:
      current && passages.spelling === 'missing'
        ? (guess ?? (passages.state === 'done' ? passages.corrected : null))
        : null,
    passages: passages.where,
    leftOut:
      current && passages.state === 'done' && passages.passages.length > 0 ? passages.leftOut : noWords,
  };
}

/**
 * Passages with what was typed; where none has it as typed, those with the spelling that the shelf has for it.
 * `spelling`: whether any has what was typed; unknown before the answer.
 */
function usePassagesOf(typed: string | null, guess: string | null) {
  const asTyped = usePassages(typed);
  const isThere = asTyped.passages.length > 0 && asTyped.corrected === null && asTyped.leftOut.length === 0;
  const spelling =
    asTyped.state === 'searching' ? 'unknown' : asTyped.state === 'done' && isThere ? 'there' : 'missing';
  const isGuessed =
    typed !== null && guess !== null && spelling === 'missing' && !hasFilter(parseSearch(typed));
  const guessed = usePassages(isGuessed ? guess : null);
  const shown = isGuessed && (guessed.state !== 'done' || guessed.passages.length > 0) ? guessed : asTyped;
  return { ...shown, spelling } as const;
}

const noWords: readonly string[] = [];
const noSearch: Search = {
  state: 'idle',
  results: [],
  current: true,
  corrected: null,
  passages: 'all',
  leftOut: noWords,
};

function isEnough(typed: string): boolean {
  const parsed = parseSearch(typed);
  return searchQuery(parsed.text) !== null || hasFilter(parsed);
}

/** The value once it has not changed for so many milliseconds. */
function useDebouncedValue<T>(value: T, after: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), after);
    return () => clearTimeout(timer);
  }, [value, after]);
  return settled;
}

/** What is searched in this browser, and whether it is still loading. Requested after the first frame. */
function useShelf(): { shelf: Shelf; loading: boolean } {
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

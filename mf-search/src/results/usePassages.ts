import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { startTransition, useEffect, useState } from 'react';
import { markedSegments } from '../marks/markSegments.ts';
import type { SearchResult } from './searchResult.ts';

const mostPassages = 10;

export interface PassageSearch {
  state: 'none' | 'searching' | 'done';
  /** Of the last answer, until the next one. */
  passages: readonly Passage[];
  corrected: string | null;
  /** Words that none of them has, or not all of them. */
  leftOut: readonly string[];
  /** Where the search ran: nowhere when neither the server nor downloaded books could be searched. */
  where: 'all' | 'downloaded' | 'none';
}

const lackedByAny = (passages: readonly Passage[]) => [
  ...new Set(passages.flatMap(({ lacks = [] }) => lacks)),
];

const nothing: PassageSearch = { state: 'none', passages: [], corrected: null, leftOut: [], where: 'all' };

/**
 * Full-text search on the server, or in the downloaded books while the server cannot be reached.
 * `phrase` null searches nothing.
 */
export function usePassages(phrase: string | null): PassageSearch {
  const { api, network, offlineBooks } = useHost();
  const online = useReadable(network) === 'online';
  const [answer, setAnswer] = useState<PassageSearch>(nothing);
  useEffect(() => {
    if (phrase === null) return setAnswer(nothing);
    // Answers to an older query are ignored.
    let isCurrent = true;
    const show = (shown: Omit<PassageSearch, 'state'>) =>
      isCurrent && startTransition(() => setAnswer({ state: 'done', ...shown }));
    const inDownloaded = () =>
      offlineBooks.search(phrase, mostPassages).then(
        (passages) =>
          show({ passages, corrected: null, leftOut: lackedByAny(passages), where: 'downloaded' }),
        () => show({ passages: [], corrected: null, leftOut: [], where: 'none' }),
      );
    setAnswer((before) => ({ ...before, state: 'searching', where: 'all' }));
    if (online) {
      api.call('GET /search', { query: { q: phrase, limit: mostPassages } }).then(
        ({ items, corrected = null, left_out: leftOut = [] }) =>
          show({ passages: items, corrected, leftOut, where: 'all' }),
        () => isCurrent && inDownloaded(),
      );
    } else runInBackground(inDownloaded());
    return () => {
      isCurrent = false;
    };
  }, [api, phrase, online, offlineBooks]);
  return answer;
}

/** Passages inside the books, in the server's order. @param languageOf BCP 47 tag of a book, by its id */
export function passageResults(
  passages: readonly Passage[],
  languageOf: (bookId: string) => string | undefined,
): SearchResult[] {
  return passages.map((passage, index) => ({
    group: 'passages',
    key: `passage-${index}-${passage.book_id}`,
    passage,
    language: () => languageOf(passage.book_id),
    shown: () => ({ title: markedSegments(passage.text.replace(/\s+/g, ' ')), detail: [] }),
  }));
}

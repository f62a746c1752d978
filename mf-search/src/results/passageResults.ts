import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import { markedSegments } from '../marks/markSegments.ts';
import type { SearchResult } from './searchResult.ts';

/** Passages inside the books, in the server's order. */
export function passageResults(passages: readonly Passage[]): SearchResult[] {
  return passages.map((passage, index) => ({
    group: 'passages',
    key: `passage-${index}-${passage.book_id}`,
    passage,
    shown: () => ({ title: markedSegments(passage.text.replace(/\s+/g, ' ')), detail: [] }),
  }));
}

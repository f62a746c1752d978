import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import { markedSegments } from '../marks/markSegments.ts';
import type { SearchResult } from './searchResult.ts';

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

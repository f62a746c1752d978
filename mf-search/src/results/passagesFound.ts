import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import { markedSegments, shorten } from '../marks/markSegments.ts';
import type { Found } from './found.ts';

const shownCharacters = 220;

/** Passages inside the books, in the server's order. */
export function passagesFound(passages: readonly Passage[]): Found[] {
  return passages.map((passage, index) => ({
    group: 'passages',
    key: `passage-${index}-${passage.book_id}`,
    passage,
    title: shorten(markedSegments(passage.text.replace(/\s+/g, ' ')), shownCharacters),
    detail: [],
  }));
}

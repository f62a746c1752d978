import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import { markedSegments } from '../marks/markSegments.ts';
import type { Found } from './found.ts';

/** Passages inside the books, in the server's order. */
export function passagesFound(passages: readonly Passage[]): Found[] {
  return passages.map((passage, index) => ({
    group: 'passages',
    key: `passage-${index}-${passage.book_id}`,
    passage,
    shown: () => ({ title: markedSegments(passage.text.replace(/\s+/g, ' ')), detail: [] }),
  }));
}

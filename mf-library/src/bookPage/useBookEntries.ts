import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useData } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';
import { itemsOf } from '../data/itemsOf.ts';
import { type Entry, entriesOf, otherVersionIn } from '../notes/entries.ts';
import { byPlace } from '../notes/entryOrder.ts';
import { isReview } from '../notes/isReview.ts';

/** The review of a book and its other notes and highlights, in reading order. */
export function useBookEntries(book: Book): {
  review: Entry | null;
  entries: readonly Entry[];
  state: 'loading' | 'ready' | 'error';
} {
  const notes = useData('GET /notes', {});
  const highlights = useData('GET /highlights', {});
  return useMemo(() => {
    const own = entriesOf(
      itemsOf(notes).filter(({ book_id, twin_kind }) => book_id === book.id && twin_kind !== 'book'),
      itemsOf(highlights).filter(({ book_id }) => book_id === book.id),
      [book],
    );
    // The other version of a conflict is shown with the review.
    const review = own.find((entry) => isReview(entry) && otherVersionIn(entry) === null) ?? null;
    const isShown = (entry: Entry) =>
      entry !== review && (review === null || otherVersionIn(entry)?.twin_of !== review.id);
    const statuses = [notes.status, highlights.status];
    return {
      review,
      entries: own.filter(isShown).sort(byPlace),
      state: statuses.includes('error') ? 'error' : statuses.includes('loading') ? 'loading' : 'ready',
    };
  }, [notes, highlights, book]);
}

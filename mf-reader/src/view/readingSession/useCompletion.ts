import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { applyStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useRef } from 'react';
import type { MoveCause, Place } from '../../engine/renderer.ts';

/** Marks the book as completed once, when the last page is reached by page turns. */
export function useCompletion(bookId: string, book: Book | null): (place: Place, cause: MoveCause) => void {
  const { sync } = useHost();
  const done = useRef(false);
  return useCallback(
    (place, cause) => {
      if (done.current || cause !== 'turn' || !place.atEnd || book === null || book.completed) return;
      done.current = true;
      const { status, is_reading, completed, completed_at, progress } = applyStatus(
        book,
        'completed',
        new Date().toISOString(),
      );
      runInBackground(
        sync.enqueue('UPDATE_BOOK', {
          bookId,
          changes: { status, is_reading, completed, completed_at, progress },
        }),
      );
    },
    [sync, bookId, book],
  );
}

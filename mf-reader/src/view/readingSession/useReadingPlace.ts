import type { Book, Progress } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { applyStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useRef } from 'react';
import { defaultPace, observePace, parsePace } from '../../engine/pace.ts';
import type { MoveCause, Place } from '../../engine/renderer.ts';
import { useProgressSaver } from '../progress/useProgressSaver.ts';
import { movedTo, type ReaderStore } from '../state/readerStore.ts';

interface ReadingPlaceOptions {
  store: ReaderStore;
  bookId: string;
  book: Book | null;
  progress: Progress | null;
  isVisit: boolean;
}

/** What follows from a move in the book: it is saved, measured, and may complete the book. */
export function useReadingPlace({ store, bookId, book, progress, isVisit }: ReadingPlaceOptions) {
  const bookTitle = book?.title ?? '';
  const { saver, ownSaves } = useProgressSaver({ bookId, bookTitle, progress, isVisit });
  const { pace, observe } = usePace();
  const complete = useCompletion(bookId, book);
  // Shows or hides “Back to page N”.
  const updateBack = useCallback(
    () => store.setState({ back: saver.back, isVisit: saver.isVisit }),
    [store, saver],
  );
  const onMoved = (place: Place, cause: MoveCause) => {
    movedTo(store, place, cause);
    saver.moved(place, cause);
    updateBack();
    observe(place, cause);
    if (!saver.isVisit) complete(place, cause);
  };
  return { saver, ownSaves, pace, updateBack, onMoved };
}

/** Marks the book as completed once, when the last page is reached by page turns. */
function useCompletion(bookId: string, book: Book | null): (place: Place, cause: MoveCause) => void {
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

const name = 'reader.pace';

/** Reading speed, learned in this browser. */
function usePace() {
  const { preferences } = useHost();
  const pace = parsePace(useReadable(preferences.watch<unknown>(name, defaultPace)));
  const shown = useRef<{ place: Place; since: number } | null>(null);
  // A page turn, or anything else that ends the measurement.
  const observe = useCallback(
    (place: Place, cause: MoveCause) => {
      const before = shown.current;
      shown.current = { place, since: Date.now() };
      if (cause !== 'turn' || before === null || before.place.wordsShown === null) return;
      if (place.page < before.place.page || document.visibilityState === 'hidden') return;
      const pace = parsePace(preferences.watch<unknown>(name, defaultPace).get());
      const learned = observePace(pace, before.place.wordsShown, (Date.now() - before.since) / 1_000);
      if (learned !== pace) preferences.set(name, learned);
    },
    [preferences],
  );
  return { pace, observe };
}

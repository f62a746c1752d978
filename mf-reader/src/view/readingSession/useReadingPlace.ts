import type { Book, Progress } from '@lectern/shared-contracts/api/books.ts';
import { useCallback } from 'react';
import type { Pace } from '../../engine/pace.ts';
import type { MoveCause, Place } from '../../engine/renderer.ts';
import type { ProgressSaver } from '../../progress/progressSaver.ts';
import { useProgressSaver } from '../../progress/useProgressSaver.ts';
import { movedTo, type ReaderStore } from '../../state/readerStore.ts';
import { useCompletion } from './useCompletion.ts';
import { usePace } from './usePace.ts';

interface ReadingPlaceOptions {
  store: ReaderStore;
  bookId: string;
  book: Book | null;
  progress: Progress | null;
  isVisit: boolean;
}

interface TrackedPlace {
  saver: ProgressSaver;
  ownSaves: ReadonlySet<string>;
  pace: Pace;
  /** Shows or hides “Back to page N”. */
  updateBack(): void;
  onMoved(place: Place, cause: MoveCause): void;
}

/** What follows from a move in the book: it is saved, measured, and may complete the book. */
export function useReadingPlace({
  store,
  bookId,
  book,
  progress,
  isVisit,
}: ReadingPlaceOptions): TrackedPlace {
  const bookTitle = book?.title ?? '';
  const { saver, ownSaves } = useProgressSaver({ bookId, bookTitle, progress, isVisit });
  const { pace, observe } = usePace();
  const complete = useCompletion(bookId, book);
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

import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useRef, useState } from 'react';
import { deviceName } from './deviceName.ts';
import { type Opening, ProgressSaver } from './progressSaver.ts';

export interface SavedBook {
  bookId: string;
  bookTitle: string;
  onSaved: (updatedAt: string) => void;
  /** `updated_at` of the stored position that is shown; null when unknown. */
  follows: () => string | null;
}

/**
 * Saves the reading place as it changes, and when the page is hidden or closed.
 * @param opening read only once
 */
export function useProgressSaver(book: SavedBook, opening: Opening): ProgressSaver {
  const host = useHost();
  const latest = useRef(book);
  latest.current = book;
  const [saver] = useState(
    () =>
      new ProgressSaver(
        {
          device: deviceName(navigator.userAgent),
          now: () => new Date(),
          save(progress) {
            const { bookId, onSaved, follows } = latest.current;
            onSaved(progress.updated_at);
            runInBackground(
              host.sync.enqueue('UPDATE_PROGRESS', { bookId, ...progress, follows: follows() }),
            );
          },
          credit(pages) {
            const { bookId, bookTitle } = latest.current;
            host.session.addPages(bookId, pages);
            host.track('page_read', { pages, bookId, bookTitle, timestamp: new Date().toISOString() });
          },
        },
        opening,
      ),
  );
  useEffect(() => {
    const flush = () => saver.flush();
    const flushWhenHidden = () => document.visibilityState === 'hidden' && saver.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flushWhenHidden);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flushWhenHidden);
      saver.close();
    };
  }, [saver]);
  return saver;
}

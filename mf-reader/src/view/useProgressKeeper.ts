import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useMemo } from 'react';
import { deviceName } from './deviceName.ts';
import { ProgressKeeper } from './progressKeeper.ts';

/** Saves the place of a book as it changes, and at the last moment when the page goes away. */
export function useProgressKeeper(
  bookId: string,
  bookTitle: string,
  onSaved: (updatedAt: string) => void,
  /** `updated_at` of the place that is shown as the stored one; null when none is known. */
  follows: () => string | null,
): ProgressKeeper {
  const host = useHost();
  const keeper = useMemo(
    () =>
      new ProgressKeeper({
        device: deviceName(navigator.userAgent),
        now: () => new Date(),
        save(progress) {
          onSaved(progress.updated_at);
          runInBackground(host.sync.enqueue('UPDATE_PROGRESS', { bookId, ...progress, follows: follows() }));
        },
        credit(pages) {
          host.session.addPages(bookId, pages);
          host.track('page_read', { pages, bookId, bookTitle, timestamp: new Date().toISOString() });
        },
      }),
    [host, bookId, bookTitle, onSaved, follows],
  );
  useEffect(() => {
    const flush = () => keeper.flush();
    const flushWhenHidden = () => document.visibilityState === 'hidden' && keeper.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flushWhenHidden);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flushWhenHidden);
      keeper.close();
    };
  }, [keeper]);
  return keeper;
}

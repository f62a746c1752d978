import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useMemo } from 'react';
import { deviceName } from './deviceName.ts';
import { ProgressSaver } from './progressSaver.ts';

/** Saves the reading position as it changes, and when the page is hidden or closed. */
export function useProgressSaver(
  bookId: string,
  bookTitle: string,
  onSaved: (updatedAt: string) => void,
  /** `updated_at` of the stored position that is shown; null when unknown. */
  follows: () => string | null,
): ProgressSaver {
  const host = useHost();
  const saver = useMemo(
    () =>
      new ProgressSaver({
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

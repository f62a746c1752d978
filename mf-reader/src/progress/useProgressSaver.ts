import type { Progress } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useRef, useState } from 'react';
import { deviceName } from './deviceName.ts';
import { ProgressSaver } from './progressSaver.ts';

export interface SavedBook {
  bookId: string;
  bookTitle: string;
  /** The stored progress; null for none. The first value is the one with which the book is opened. */
  progress: Progress | null;
  /** The book is opened to look something up. Read only once. */
  isVisit: boolean;
}

/** Saves the reading place as it changes, and when the page is hidden or closed. */
export function useProgressSaver(book: SavedBook): {
  saver: ProgressSaver;
  /** Timestamps of what this page has saved. */
  ownSaves: ReadonlySet<string>;
} {
  const host = useHost();
  const latest = useRef(book);
  latest.current = book;
  const [ownSaves] = useState(() => new Set<string>());
  const [saver] = useState(
    () =>
      new ProgressSaver(
        {
          device: deviceName(navigator.userAgent),
          now: () => new Date(),
          save(saved) {
            const { bookId, progress } = latest.current;
            ownSaves.add(saved.updated_at);
            const follows = progress?.updated_at ?? null;
            runInBackground(host.sync.enqueue('UPDATE_PROGRESS', { bookId, ...saved, follows }));
          },
          credit(pages) {
            const { bookId, bookTitle } = latest.current;
            host.session.addPages(bookId, pages);
            host.track('page_read', { pages, bookId, bookTitle, timestamp: new Date().toISOString() });
          },
        },
        { visit: book.isVisit, stored: book.progress },
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
  return { saver, ownSaves };
}

import type { Progress } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { deviceName } from '@lectern/shared-contracts/domain/deviceName.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useRef, useState } from 'react';
import type { Renderer } from '../../engine/renderer.ts';
import { startPosition } from '../../engine/startPosition.ts';
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
          device: nameOfDevice(),
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

/** 'Chrome on Android'; empty when unknown. */
function nameOfDevice(): string {
  const { browser, system } = deviceName(navigator.userAgent);
  return [browser, system].filter(Boolean).join(' on ');
}

interface RemoteProgressOptions {
  /** The stored progress; null for none. */
  progress: Progress | null;
  /** Timestamps of what this page has saved. */
  ownSaves: ReadonlySet<string>;
  renderer: Renderer | null;
  saver: ProgressSaver;
  /** Called when “Back to page N” may have changed. */
  onChange(): void;
}

/**
 * Progress from another device: before the first page turn the book moves there automatically; afterwards the user is
 * asked. A visit to another place is not interrupted.
 */
export function useRemoteProgress({
  progress,
  ownSaves,
  renderer,
  saver,
  onChange,
}: RemoteProgressOptions): void {
  const { notify } = useHost();
  const t = useTranslate();
  const seen = useRef(progress?.updated_at ?? '');
  useEffect(() => {
    if (!renderer || progress === null || progress.updated_at <= seen.current) return;
    seen.current = progress.updated_at;
    if (ownSaves.has(progress.updated_at)) return;
    const position = startPosition(null, progress);
    if (!position) return;
    const go = () => {
      saver.open({ visit: false, stored: progress });
      runInBackground(renderer.go(position));
    };
    if (saver.isVisit || (saver.hasMoved && saver.shows(progress.current_page))) {
      saver.readElsewhere(progress);
      onChange();
    } else if (!saver.hasMoved) go();
    else
      notify.show({
        tone: 'info',
        message: t('You were on page {{page}} on {{device}}.', {
          page: progress.current_page,
          device: progress.device ?? t('another device'),
        }),
        action: { label: t('Go there'), onAction: go },
      });
  }, [progress, ownSaves, renderer, saver, onChange, notify, t]);
}

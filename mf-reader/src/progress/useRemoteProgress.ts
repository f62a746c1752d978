import type { Progress } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useRef } from 'react';
import type { Renderer } from '../engine/renderer.ts';
import { startPosition } from '../engine/startPosition.ts';
import type { ProgressSaver } from './progressSaver.ts';

export interface RemoteProgressOptions {
  /** What is stored now; null when nothing is. */
  progress: Progress | null;
  /** What was known when the book was opened. */
  known: Progress | null;
  /** Moments at which this page itself has saved. */
  own: ReadonlySet<string>;
  renderer: Renderer | null;
  saver: ProgressSaver;
  /** The reader has asked for a passage: it is not left. */
  asked: boolean;
}

/**
 * Another device has been further. As long as the reader has not turned a page here, the book goes there by itself;
 * afterwards it asks.
 */
export function useRemoteProgress({
  progress,
  known,
  own,
  renderer,
  saver,
  asked,
}: RemoteProgressOptions): void {
  const { notify } = useHost();
  const t = useTranslate();
  const seen = useRef(known?.updated_at ?? '');
  useEffect(() => {
    if (!renderer || progress === null || progress.updated_at <= seen.current) return;
    seen.current = progress.updated_at;
    if (own.has(progress.updated_at)) return;
    const there = startPosition(null, progress);
    if (!there) return;
    const go = () => {
      saver.restart();
      runInBackground(renderer.go(there));
    };
    if (!saver.hasMoved && !asked) go();
    else
      notify.show({
        tone: 'info',
        message: t('You were on page {{page}} on {{device}}.', {
          page: progress.current_page,
          device: progress.device ?? t('another device'),
        }),
        action: { label: t('Go there'), onAction: go },
        duration: 10_000,
      });
  }, [progress, own, renderer, saver, asked, notify, t]);
}

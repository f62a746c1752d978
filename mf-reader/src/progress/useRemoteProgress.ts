import type { Progress } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useRef } from 'react';
import type { Renderer } from '../engine/renderer.ts';
import { startPosition } from '../engine/startPosition.ts';
import type { ProgressSaver } from './progressSaver.ts';

export interface RemoteProgressOptions {
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

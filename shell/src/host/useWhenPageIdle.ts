import { prefersSaveData } from '@lectern/client/common/prefersSaveData.ts';
import { whenIdle } from '@lectern/client/common/scheduling.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useRef } from 'react';
import { usePageData } from '../routes/usePageData.ts';
import { useShell } from './shell.ts';

/**
 * Runs low-priority work each time a page has its code and data and the browser is idle. Not with
 * Save-Data.
 */
export function useWhenPageIdle(task: () => Promise<void> | void): void {
  const ready = usePageData()?.ready;
  const latest = useRef(task);
  latest.current = task;
  useEffect(() => {
    if (!ready || prefersSaveData()) return;
    let isCancelled = false;
    runInBackground(ready.then(whenIdle).then(() => (isCancelled ? undefined : latest.current())));
    return () => {
      isCancelled = true;
    };
  }, [ready]);
}

/** Prefetches the most likely next page once the current one is idle. */
export function usePrefetchNext(): void {
  const { loader, routes } = useShell();
  const host = useHost();
  const next = usePageData()?.entry.next;
  useWhenPageIdle(async () => {
    const match = next === undefined ? null : routes.find(next);
    const loaded = match && (await loader.load(match.entry.page));
    if (loaded?.ok) loaded.component.prefetch(host);
  });
}

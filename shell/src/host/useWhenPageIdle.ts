import { prefersSaveData } from '@lectern/client/common/prefersSaveData.ts';
import { whenIdle } from '@lectern/client/common/scheduling.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useRef } from 'react';
import { usePageData } from '../routes/usePageData.ts';
import { useShell } from './shell.ts';

/**
 * Does something that nobody waits for: each time a page has its code and its data and the browser is idle. Not for a
 * reader who wants to save data.
 */
export function useWhenPageIdle(task: () => Promise<void> | void): void {
  const ready = usePageData()?.ready;
  const latest = useRef(task);
  latest.current = task;
  useEffect(() => {
    if (!ready || prefersSaveData()) return;
    let left = false;
    runInBackground(ready.then(whenIdle).then(() => (left ? undefined : latest.current())));
    return () => {
      left = true;
    };
  }, [ready]);
}

/** Once a page is idle, the page that is opened from it most likely is prefetched. */
export function usePrefetchNext(): void {
  const { loader, routes } = useShell();
  const host = useHost();
  const next = usePageData()?.entry.next;
  useWhenPageIdle(async () => {
    const found = next === undefined ? null : routes.find(next);
    const loaded = found && (await loader.load(found.entry.page));
    if (loaded?.ok) loaded.component.prefetch(host);
  });
}

import { prefersSaveData } from '@lectern/client/common/prefersSaveData.ts';
import { whenIdle } from '@lectern/client/common/scheduling.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useEffect, useRef } from 'react';
import { usePageData } from '../routes/usePageData.ts';

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

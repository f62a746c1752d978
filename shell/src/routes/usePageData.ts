import { prefersSaveData, whenIdle } from '@lectern/client/common/scheduling.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { createContext, useContext, useEffect, useRef } from 'react';
import type { RouteMatch } from './routeTypes.ts';

/** Loader data of a page. */
export interface PageData extends RouteMatch {
  /** Resolves when code, reads and texts have been loaded or have failed. Never rejects. */
  ready: Promise<void>;
}

/** Loader data of the current page; null when there is none. */
export const PageDataContext = createContext<PageData | null>(null);

export const usePageData = (): PageData | null => useContext(PageDataContext);

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

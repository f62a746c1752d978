import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useEffect, useRef } from 'react';
import { savesData } from '../boot/savesData.ts';
import { useShell } from '../host/shell.ts';
import { atRest } from './atRest.ts';
import { findRoute } from './findRoute.ts';
import type { FoundRoute } from './routeTypes.ts';

/**
 * Does something that nobody waits for: each time a page has its code and its data and the browser is idle. Not for a
 * reader who wants to save data.
 */
export function useAtRest(task: (found: FoundRoute) => Promise<void> | void): void {
  const { remotes, routes } = useShell();
  const host = useHost();
  const { pathname } = useReadable(host.navigation.location);
  const { routes: known } = useReadable(routes.table);
  const latest = useRef(task);
  latest.current = task;
  useEffect(() => {
    const found = findRoute(pathname, known);
    if (!found || savesData()) return;
    let left = false;
    runInBackground(atRest(found, remotes, host.data).then(() => left || latest.current(found)));
    return () => {
      left = true;
    };
  }, [pathname, known, remotes, host]);
}

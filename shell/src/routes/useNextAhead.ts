import { useHost } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { useEffect } from 'react';
import { savesData } from '../boot/savesData.ts';
import { useShell } from '../host/shell.ts';
import { atRest } from './atRest.ts';
import { findRoute } from './findRoute.ts';

/**
 * Once a page has its code and its data and the browser is idle, what comes next most likely gets ready: the search,
 * which is one key away on every page, and the page that is opened from here. Not for a reader who wants to save data.
 */
export function useNextAhead(): void {
  const { remotes } = useShell();
  const host = useHost();
  const { pathname } = useReadable(host.navigation.location);
  useEffect(() => {
    const found = findRoute(pathname);
    if (!found || savesData()) return;
    let left = false;
    void atRest(found, remotes, host.data).then(async () => {
      if (left) return;
      remotes.preload('mf-search', 'SearchOverlay');
      const { next } = found.entry;
      if (!next) return;
      const loaded = await remotes.load(next.remote, next.expose);
      if (loaded.ok) loaded.component.ahead?.(host);
    });
    return () => {
      left = true;
    };
  }, [pathname, remotes, host]);
}

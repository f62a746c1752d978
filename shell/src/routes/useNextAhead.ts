import { useHost } from '@lectern/shared-contracts/host.ts';
import { type Readable, useReadable } from '@lectern/shared-contracts/readable.ts';
import { useEffect } from 'react';
import { savesData } from '../boot/savesData.ts';
import { whenIdle } from '../boot/whenIdle.ts';
import { useShell } from '../host/shell.ts';
import { findRoute } from './findRoute.ts';
import { loaderOf } from './loaders.ts';

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
    const { entry, params } = found;
    const reads = entry.reads?.(host.data, params) ?? [];
    void Promise.all([loaderOf(entry, remotes)(), ...reads.map(settled)]).then(() =>
      whenIdle(async () => {
        if (left) return;
        remotes.preload('mf-search', 'SearchOverlay');
        const { next } = entry;
        if (!next) return;
        const loaded = await remotes.load(next.remote, next.expose);
        if (loaded.ok) loaded.component.ahead?.(host);
      }),
    );
    return () => {
      left = true;
    };
  }, [pathname, remotes, host]);
}

/** Resolves as soon as it is not loading any more. */
function settled(read: Readable<{ status: string }>): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (read.get().status === 'loading') return;
      stop();
      resolve();
    };
    const stop = read.subscribe(look);
    look();
  });
}

import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Remotes } from '../federation/loadRemote.ts';
import { findRoute } from '../routes/findRoute.ts';
import { loaderOf } from '../routes/loaders.ts';
import { savesData } from './savesData.ts';

/** Fetches ahead what the page at a path needs; not for a reader who wants to save data. */
export function preloader(remotes: () => Remotes): (path: string) => void {
  return (path) => {
    const found = savesData() ? null : findRoute(path.split(/[?#]/)[0] ?? path);
    if (!found) return;
    runInBackground(loaderOf(found.entry, remotes())());
    for (const { remote, expose } of found.entry.widgets ?? [])
      runInBackground(remotes().preload(remote, expose));
  };
}

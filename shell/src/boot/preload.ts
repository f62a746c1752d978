import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Remotes } from '../federation/loadRemote.ts';
import { loaderOf } from '../routes/loaders.ts';
import type { Routes } from '../routes/routeTypes.ts';
import { savesData } from './savesData.ts';

/** Fetches ahead what the page at a path needs; not for a reader who wants to save data. */
export function preloader(routes: Routes, remotes: () => Remotes): (path: string) => void {
  return (path) => {
    const found = savesData() ? null : routes.find(path);
    if (!found) return;
    runInBackground(loaderOf(found.entry, remotes())());
    for (const { remote, expose, slot } of routes.table.get().widgets)
      if (found.entry.slots?.includes(slot)) runInBackground(remotes().preload(remote, expose));
  };
}

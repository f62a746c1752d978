import { keepLoaded } from '../federation/keepLoaded.ts';
import type { Remotes } from '../federation/loadRemote.ts';
import { ownPage } from '../federation/ownPage.ts';
import type { LoadPage } from '../federation/useLazy.ts';
import type { RouteEntry } from './table.ts';

const loaders = new WeakMap<Remotes, Map<RouteEntry, LoadPage>>();

/** How a route's page is loaded: the same function for the same route, as `useLazy` wants it. */
export function loaderOf(entry: RouteEntry, remotes: Remotes): LoadPage {
  const known = loaders.get(remotes) ?? new Map<RouteEntry, LoadPage>();
  loaders.set(remotes, known);
  const { page } = entry;
  const loader: LoadPage =
    known.get(entry) ??
    ('load' in page ? ownPage(page.load) : keepLoaded(() => remotes.load(page.remote, page.expose)));
  known.set(entry, loader);
  return loader;
}

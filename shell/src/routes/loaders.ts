import { keepLoaded } from '../federation/keepLoaded.ts';
import type { Remotes } from '../federation/loadRemote.ts';
import { ownPage } from '../federation/ownPage.ts';
import type { LoadPage } from '../federation/useLazy.ts';
import type { RouteEntry } from './routeTypes.ts';

const loaders = new WeakMap<Remotes, Map<string, LoadPage>>();

/** How a route's page is loaded: the same function for the same page, as `useLazy` wants it. */
export function loaderOf({ path, page }: RouteEntry, remotes: Remotes): LoadPage {
  const known = loaders.get(remotes) ?? new Map<string, LoadPage>();
  loaders.set(remotes, known);
  const id = 'load' in page ? path : `${page.remote}/${page.expose}`;
  const loader: LoadPage =
    known.get(id) ??
    ('load' in page ? ownPage(page.load) : keepLoaded(() => remotes.load(page.remote, page.expose)));
  known.set(id, loader);
  return loader;
}

import { matchPath, segmentsOf, segmentsOverlap } from '@lectern/client/common/matchPath.ts';
import { mapReadable } from '@lectern/client/common/readables.ts';
import type { Registry } from '@lectern/client/registry/registry.ts';
import type { RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import type { ReadDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { remembered } from '@lectern/shared-contracts/domain/remembered.ts';
import type { RefusedPage, RouteEntry, RouteMatch, Routes, RouteTable } from '../routes/routeTypes.ts';
import { completeEntry, ownRoutes } from './ownRoutes.ts';
import { createShownPages } from './shownPages.ts';

/** Paths handled by the server. */
const serverPaths = /^\/(v1|remotes)(\/|$)/;

/** The table of the shell's and the remotes' pages; of two pages with the same path the first wins. */
export const routeTable = remembered((contents: RemoteContents): RouteTable => {
  const routes = [...ownRoutes];
  const refused: RefusedPage[] = [];
  const usedPaths = routes.map(({ path }) => segmentsOf(path));
  for (const [remote, { pages }] of contents) {
    for (const { expose, ...page } of pages) {
      const segments = segmentsOf(page.path);
      if (serverPaths.test(page.path) || usedPaths.some((used) => segmentsOverlap(used, segments))) {
        refused.push({ remote, expose, path: page.path });
      } else {
        routes.push(completeEntry({ ...page, page: { remote, expose } }));
        usedPaths.push(segments);
      }
    }
  }
  const descriptions = [...contents.values()];
  return {
    routes,
    refused,
    points: new Map(
      [...contents].flatMap(([remote, { points }]) =>
        points.map((point) => [`${remote}/${point.name}`, point] as const),
      ),
    ),
    fills: [...contents]
      .flatMap(([remote, { fills }]) => fills.map((fill) => ({ ...fill, remote })))
      .sort((a, b) => (a.order ?? 100) - (b.order ?? 100)),
    offlineReads: [
      ...descriptions.flatMap(({ pages, fills }) => [...pages, ...fills]),
      ...[...contents].map(([remote, { data }]) => ({
        reads: data.map(({ name }) => rowsOf(remote, name)),
      })),
      ...descriptions.map(({ offlineReads }) => ({
        reads: offlineReads.map((read) => ({ ...read, offline: true })),
      })),
      ...ownRoutes,
    ].flatMap(({ reads = [] }) => reads.filter(({ offline }) => offline)),
  };
});

/** The read of a remote's rows. */
const rowsOf = (part: string, collection: string): ReadDescription => ({
  key: 'GET /parts/:part/rows/:collection',
  params: { part, collection },
  offline: true,
});

/** The entry for a path, with its parameters. Null for an unknown path. */
export function matchRoute(pathname: string, routes: readonly RouteEntry[]): RouteMatch | null {
  for (const entry of routes) {
    const params = matchPath(entry.path, pathname);
    if (params) return { entry, params };
  }
  return null;
}

const pathnameOf = (path: string): string => path.split(/[?#]/)[0] ?? path;

/**
 * @param onRefused called once for each page whose path is taken
 * @param onProblems called once with the invalid entries of a remote.json, each as 'pages[2]'
 */
export function createRoutes(
  registry: Pick<Registry, 'contents' | 'described'>,
  onRefused: (page: RefusedPage) => void = () => undefined,
  onProblems: (remote: string, problems: readonly string[]) => void = () => undefined,
): Routes {
  const declared = mapReadable(registry.contents, routeTable);
  const pages = createShownPages(declared);
  const findDeclared = (path: string) => matchRoute(pathnameOf(path), declared.get().routes);
  const reported = new Set<string>();
  const report = () => {
    for (const page of declared.get().refused) {
      const id = `${page.remote} ${page.path}`;
      if (!reported.has(id)) onRefused(page);
      reported.add(id);
    }
    for (const [remote, { problems }] of registry.contents.get()) {
      const id = `${remote} ${problems.join(' ')}`;
      if (problems.length > 0 && !reported.has(id)) onProblems(remote, problems);
      reported.add(id);
    }
  };
  registry.contents.subscribe(report);
  report();
  return {
    table: pages.table,
    follow: pages.follow,
    declared,
    find: (path) => matchRoute(pathnameOf(path), pages.table.get().routes),
    findDeclared,
    async decided(path) {
      await pages.known(findDeclared(path)?.entry.when);
    },
    described: registry.described,
  };
}

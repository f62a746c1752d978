import { matchPath } from '../navigation/matchPath.ts';
import type { FoundRoute, RouteEntry } from './routeTypes.ts';
import { ownRoutes } from './table.ts';

/** The entry for a path, with the parameters that stand in it. Null for an unknown path. */
export function findRoute(pathname: string, routes: readonly RouteEntry[] = ownRoutes): FoundRoute | null {
  for (const entry of routes) {
    const params = matchPath(entry.path, pathname);
    if (params) return { entry, params };
  }
  return null;
}

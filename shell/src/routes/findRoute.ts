import { matchPath } from 'react-router-dom';
import { type RouteEntry, routes } from './table.ts';

export interface FoundRoute {
  entry: RouteEntry;
  params: Readonly<Record<string, string>>;
}

/** The entry for a path, with the parameters that stand in it. Null for an unknown path. */
export function findRoute(pathname: string, table: readonly RouteEntry[] = routes): FoundRoute | null {
  for (const entry of table) {
    const match = matchPath(entry.path, pathname);
    if (!match) continue;
    const params = Object.entries(match.params).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    return { entry, params: Object.fromEntries(params) };
  }
  return null;
}

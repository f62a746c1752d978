import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { Crumb } from '../layout/Breadcrumbs.tsx';
import { findRoute } from './routeTable.ts';
import type { RouteEntry } from './routeTypes.ts';

/** From the dashboard down to this page. */
export function crumbsOf(entry: RouteEntry, routes: readonly RouteEntry[]): Crumb[] {
  const own = { title: entry.title, path: entry.path };
  const above = entry.parent === undefined ? null : findRoute(entry.parent, routes);
  const between = above ? [{ title: above.entry.title, path: above.entry.path }] : [];
  return entry.path === '/dashboard'
    ? [own]
    : [{ title: text('Dashboard'), path: '/dashboard' }, ...between, own];
}

import { text } from '@lectern/shared-contracts/domain/text.ts';
import { dashboardPath } from '../routes/dashboardPage.ts';
import type { Crumb, RouteEntry } from '../routes/routeTypes.ts';
import { matchRoute } from './routeTable.ts';

/** Breadcrumbs from the dashboard to this page. @param title set by the page, such as that of a book */
export function crumbsOf(entry: RouteEntry, routes: readonly RouteEntry[], title: string): Crumb[] {
  const own = { title, path: entry.path };
  const above = entry.parent === undefined ? null : matchRoute(entry.parent, routes);
  const between = above ? [{ title: above.entry.title, path: above.entry.path }] : [];
  return entry.path === dashboardPath
    ? [own]
    : [{ title: text('Dashboard'), path: dashboardPath }, ...between, own];
}

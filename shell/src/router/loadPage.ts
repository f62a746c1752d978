import { untilTexts } from '../boundaries/untilTexts.ts';
import type { Shell } from '../host/shell.ts';
import { prefetchReads } from '../routes/reads.ts';
import type { RouteMatch } from '../routes/routeTypes.ts';
import type { PageData } from '../routes/usePageData.ts';

export type PageLoaderPorts = Pick<Shell, 'auth' | 'i18n' | 'loader' | 'routes' | 'signedIn'>;

/** Starts loading a page's code, widgets and (for a reader) reads in parallel. */
export function loadPage(shell: PageLoaderPorts, match: RouteMatch): PageData {
  return { ...match, ready: load(shell, match) };
}

async function load(shell: PageLoaderPorts, match: RouteMatch): Promise<void> {
  const { auth, i18n, loader, routes, signedIn } = shell;
  const page = loadCode(shell, match);
  const host =
    auth.user.get() === null
      ? null
      : await signedIn.ready().then(
          (services) => services.host,
          () => null,
        );
  const reads = host && prefetchReads(host.data, match, routes);
  await page;
  if (host) loader.loaded(match.entry.page)?.prepare(host);
  const parts = [match.entry.page, ...widgetsOf(routes, match)].flatMap((part) => loader.loaded(part) ?? []);
  const texts = host ? parts.map((part) => untilTexts(part, host, i18n)) : [];
  await Promise.all([reads, i18n.settled(), ...texts]);
}

/** Loads the code of a page and of its widgets. */
export async function loadCode(
  { loader, routes }: Pick<Shell, 'loader' | 'routes'>,
  match: RouteMatch,
): Promise<void> {
  const [page] = [
    loader.load(match.entry.page),
    ...widgetsOf(routes, match).map((widget) => loader.prefetch(widget)),
  ];
  await page;
}

const widgetsOf = (routes: Shell['routes'], { entry }: RouteMatch) =>
  routes.table.get().widgets.filter(({ slot }) => entry.slots?.includes(slot));

import { prefersSaveData } from '@lectern/client/common/scheduling.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { untilTexts } from '../boundaries/untilTexts.ts';
import { hostFor } from '../host/createHost.ts';
import type { Shell } from '../host/shell.ts';
import { remoteOf } from '../remotes/federation/loader.ts';
import { prefetchReads } from '../routes/reads.ts';
import type { RouteMatch } from '../routes/routeTypes.ts';
import type { PageData } from '../routes/usePageData.ts';

export type PageLoaderPorts = Pick<Shell, 'auth' | 'i18n' | 'loader' | 'routes' | 'signedIn'>;

/** Starts loading a page's code, fills and (for a reader) reads in parallel. */
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
  if (host) loader.loaded(match.entry.page)?.prepare(hostFor(host, remoteOf(match.entry.page)));
  const parts = [match.entry.page, ...fillsOf(routes, match)].flatMap((part) => loader.loaded(part) ?? []);
  const texts = host ? parts.map((part) => untilTexts(part, host, i18n)) : [];
  await Promise.all([reads, i18n.settled(), ...texts]);
}

/** Loads the code of a page and of its fills. */
async function loadCode(
  { loader, routes }: Pick<Shell, 'loader' | 'routes'>,
  match: RouteMatch,
): Promise<void> {
  const [page] = [
    loader.load(match.entry.page),
    ...fillsOf(routes, match).map((fill) => loader.prefetch(fill)),
  ];
  await page;
}

const fillsOf = (routes: Shell['routes'], { entry }: RouteMatch) =>
  routes.table.get().fills.filter(({ point }) => entry.points?.some((name) => name === point));

/** Prefetches pages; not with Save-Data. */
export function createPrefetch(shell: Pick<Shell, 'auth' | 'loader' | 'routes' | 'signedIn'>) {
  const { auth, routes, signedIn } = shell;
  const find = (path: string) => (prefersSaveData() ? null : routes.find(path));
  return {
    /** Hover or focus of a link: prefetches the code of its page. */
    code(path: string) {
      const match = find(path);
      if (match) runInBackground(loadCode(shell, match));
    },
    /** Pointer down on a link: prefetches the reads of its page. */
    reads(path: string) {
      const match = auth.user.get() === null ? null : find(path);
      if (!match) return;
      signedIn.ready().then(
        ({ host }) => runInBackground(prefetchReads(host.data, match, routes)),
        () => undefined,
      );
    },
  };
}

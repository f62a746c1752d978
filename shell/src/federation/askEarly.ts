import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { CONTRACT_VERSION, contractFits } from '@lectern/shared-contracts/contract/version.ts';
import type { EarlyRead } from '../api/earlyReads.ts';
import { matchPath } from '../navigation/matchPath.ts';
import { dashboardPath, dashboardReads, dashboardSlots } from '../routes/dashboardPage.ts';
import { readOf } from '../routes/reads.ts';
import { entryFiles, firstViewFile, type TrustedFile } from './entryAddress.ts';
import { preloadScripts } from './preloadScripts.ts';

/** Where the registry of remotes is. */
export const registryAddress = '/remotes.json';

let early: Promise<Response> | null = null;

export interface EarlyParts {
  /**
   * What the page reads first: at once where the registry of the last visit says so, else once the registry has come.
   */
  reads: Promise<readonly EarlyRead[]>;
  /** The script that draws the page before the app is there; null where there is none. */
  view: Promise<TrustedFile | null>;
  /** Asks for the files of the page's remotes once they are known. */
  fetchAll(): Promise<void>;
}

/**
 * Asks for the registry before the code that reads it is here. Then the files of the page's remotes can be asked for:
 * asked for, not run. What may run is decided where it always is, in loadRemote.ts.
 */
export function askEarly(
  page: string = window.location.href,
  language = document.documentElement.lang,
): EarlyParts {
  const { pathname } = new URL(page);
  early = fetch(registryAddress, { cache: 'no-cache' });
  const registry = early
    .then(async (answer) =>
      answer.ok && isFromServer(answer) ? ((await answer.clone().json()) as RemoteRegistry) : null,
    )
    // Whoever takes the answer sees the failure, and what is wrong with it.
    .catch(() => null);
  const parts = registry.then((known) => (known ? partsOf(known, pathname) : [])).catch(() => []);
  const known = readsOf(lastRegistry(), pathname);
  return {
    reads: known
      ? Promise.resolve(known)
      : registry.then((fresh) => readsOf(fresh, pathname) ?? []).catch(() => []),
    view: parts.then(([only, ...others]) =>
      only && others.length === 0 ? firstViewFile(only.published, only.expose, language, page) : null,
    ),
    async fetchAll() {
      for (const { published, expose } of await parts) {
        const files = entryFiles(published, expose, page);
        if (files) preloadScripts([files.entry, ...files.scripts]);
      }
    },
  };
}

/** As the last visit left it; of another shape than it should be, perhaps. */
function lastRegistry(): RemoteRegistry | null {
  try {
    return JSON.parse(localStorage.getItem(storageKeys.registry) ?? 'null');
  } catch {
    return null;
  }
}

/** What a page reads first; null when nobody is known to have this path. */
function readsOf(registry: RemoteRegistry | null, pathname: string): EarlyRead[] | null {
  if (pathname === dashboardPath) return dashboardReads.flatMap((read) => readOf(read) ?? []);
  try {
    for (const { current } of Object.values(registry?.remotes ?? {})) {
      for (const { path, reads = [] } of current.description.pages ?? []) {
        const params = matchPath(path, pathname);
        if (params) return reads.flatMap((read) => readOf(read, params) ?? []);
      }
    }
  } catch {
    // The registry is checked by whoever loads it.
  }
  return null;
}

/**
 * Who gets a version that is for some of the readers is not known here; of one that does not fit nothing is fetched.
 */
function partsOf({ remotes }: RemoteRegistry, pathname: string) {
  return Object.values(remotes).flatMap((published) => {
    const { pages = [], widgets = [], contract } = published.current.description;
    if (published.canary || !contractFits(contract, CONTRACT_VERSION)) return [];
    const exposes =
      pathname === dashboardPath
        ? widgets.filter(({ slot }) => dashboardSlots.some((known) => known === slot))
        : pages.filter(({ path }) => matchPath(path, pathname) !== null);
    return exposes.map(({ expose }) => ({ published: published.current, expose }));
  });
}

/** The answer that was asked for early, once; null when there is none. */
export function takeEarly(): Promise<Response> | null {
  const taken = early;
  early = null;
  return taken;
}

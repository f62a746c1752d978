import { type EarlyRead, fetchEarly } from '@lectern/client/api/earlyFetch.ts';
import { pathOf } from '@lectern/client/common/basePath.ts';
import { matchPath } from '@lectern/client/common/matchPath.ts';
import type { PageDescription, RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { CONTRACT_VERSION, contractFits } from '@lectern/shared-contracts/contract/version.ts';
import { entryFiles, firstViewFile, registryAddress, type TrustedFile } from '../federation/entryAddress.ts';
import { preloadScripts } from '../federation/preloadScripts.ts';
import { isSignedRegistry, remotesPublicKey } from '../federation/registrySignature.ts';
import { dashboardPath, dashboardReads, dashboardSlots } from './dashboardPage.ts';
import { readOf } from './readOf.ts';

/** What the registry says of the page at an address. */
export interface EarlyPage {
  reads: readonly EarlyRead[];
  /** Templates of the files that it asks for next (routes/preloads.ts). */
  preloads: readonly string[];
  chrome?: PageDescription['chrome'];
}

export interface EarlyRegistry {
  /** From the registry of the last visit where that has the page, else once the registry has come. */
  page: Promise<EarlyPage>;
  /** The script that draws the page before the app is there; null where there is none. */
  view: Promise<TrustedFile | null>;
  /** Asks for the files of the page's remotes: those that the last visit knew, then those of the registry. */
  preloadScripts(): Promise<void>;
}

/**
 * Asks for the registry before the code that reads it is here, and for what it says that the page needs. Files are
 * asked for, not run: what may run is decided where it always is, in remoteModules.ts.
 */
export function earlyRegistry(
  address: string = window.location.href,
  language = document.documentElement.lang,
): EarlyRegistry {
  const pathname = pathOf(new URL(address).pathname);
  const fresh = fetchEarly(registryAddress, { cache: 'no-cache' }) as Promise<RemoteRegistry | null>;
  const stored = storedRegistry();
  const known = pageOf(stored, pathname);
  const preload = (registry: RemoteRegistry | null) => {
    for (const { published, expose } of partsOf(registry, pathname)) {
      const files = entryFiles(published, expose, address);
      if (files) preloadScripts([files.entry, ...files.scripts]);
    }
  };
  return {
    page: known
      ? Promise.resolve(known)
      : fresh.then((registry) => pageOf(registry, pathname) ?? { reads: [], preloads: [] }),
    view: fresh.then(async (registry) => {
      // It is run before the app checks the registry.
      if (remotesPublicKey !== '' && !(await isSignedRegistry(registry, remotesPublicKey))) return null;
      const [only, ...others] = partsOf(registry, pathname);
      return only && others.length === 0
        ? firstViewFile(only.published, only.expose, language, address)
        : null;
    }),
    async preloadScripts() {
      preload(stored);
      preload(await fresh);
    },
  };
}

/** As the last visit left it; of another shape than it should be, perhaps. */
function storedRegistry(): RemoteRegistry | null {
  try {
    return JSON.parse(localStorage.getItem(storageKeys.registry) ?? 'null');
  } catch {
    return null;
  }
}

/** Null when nobody is known to have this path. The registry is checked by whoever loads it. */
function pageOf(registry: RemoteRegistry | null, pathname: string): EarlyPage | null {
  if (pathname === dashboardPath)
    return { reads: dashboardReads.flatMap((read) => readOf(read) ?? []), preloads: [] };
  try {
    for (const { current } of Object.values(registry?.remotes ?? {})) {
      for (const { path, reads = [], preloads = [], chrome } of current.description.pages ?? []) {
        const params = matchPath(path, pathname);
        if (params)
          return {
            reads: reads.flatMap((read) => readOf(read, params) ?? []),
            preloads,
            ...(chrome && { chrome }),
          };
      }
    }
  } catch {
    // Of another shape than it should be: nothing is known.
  }
  return null;
}

/**
 * Who gets a version that is for some of the readers is not known here; of one that does not fit nothing is fetched.
 */
function partsOf(registry: RemoteRegistry | null, pathname: string) {
  try {
    return Object.values(registry?.remotes ?? {}).flatMap((published) => {
      const { pages = [], widgets = [], contract } = published.current.description;
      if (published.canary || !contractFits(contract, CONTRACT_VERSION)) return [];
      const exposes =
        pathname === dashboardPath
          ? widgets.filter(({ slot }) => dashboardSlots.some((known) => known === slot))
          : pages.filter(({ path }) => matchPath(path, pathname) !== null);
      return exposes.map(({ expose }) => ({ published: published.current, expose }));
    });
  } catch {
    return [];
  }
}

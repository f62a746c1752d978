import { type EarlyRead, fetchEarly } from '@lectern/client/api/earlyFetch.ts';
import { pathOf } from '@lectern/client/common/basePath.ts';
import { matchPath } from '@lectern/client/common/matchPath.ts';
import {
  entryFiles,
  firstViewFile,
  preloadScripts,
  registryAddress,
} from '@lectern/client/registry/entryFiles.ts';
import { isSignedRegistry, remotesPublicKey } from '@lectern/client/registry/registrySignature.ts';
import type { PageDescription, RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { CONTRACT_VERSION, contractFits } from '@lectern/shared-contracts/contract/version.ts';
import { dashboardPath, dashboardPoints, dashboardReads } from './dashboardPage.ts';
import { readOf } from './readOf.ts';

/** What the registry has about the page of an address. */
export interface EarlyPage {
  reads: readonly EarlyRead[];
  /** Templates of files to preload (routes/preloads.ts). */
  preloads: readonly string[];
  chrome?: PageDescription['chrome'];
}

/**
 * Requests the registry before the code that reads it is loaded, and the files that the page needs. Files are
 * only preloaded: remoteModules.ts decides what may run.
 */
export function earlyRegistry(
  address: string = window.location.href,
  language = document.documentElement.lang,
) {
  const pathname = pathOf(new URL(address).pathname);
  const fresh = fetchEarly(registryAddress, { cache: 'no-cache' }) as Promise<RemoteRegistry | null>;
  const stored = storedRegistry();
  const storedPage = pageOf(stored, pathname);
  const preload = (registry: RemoteRegistry | null) => {
    for (const { published, expose } of preloadablePartsOf(registry, pathname)) {
      const files = entryFiles(published, expose, address);
      if (files) preloadScripts([files.entry, ...files.scripts]);
    }
  };
  return {
    /** From the stored registry if that has the page, else from the response. */
    page: storedPage
      ? Promise.resolve(storedPage)
      : fresh.then((registry) => pageOf(registry, pathname) ?? { reads: [], preloads: [] }),
    /** Script of the page's first view; null when there is none. */
    firstView: fresh.then(async (registry) => {
      // It runs before the app validates the registry.
      if (remotesPublicKey !== '' && !(await isSignedRegistry(registry, remotesPublicKey))) return null;
      const [only, ...others] = preloadablePartsOf(registry, pathname);
      return only && others.length === 0
        ? firstViewFile(only.published, only.expose, language, address)
        : null;
    }),
    /** Preloads the files of the page's remotes, first by the stored registry, then by the response. */
    async preloadScripts() {
      preload(stored);
      preload(await fresh);
    },
  };
}

/** The stored registry of the last visit, not validated. */
function storedRegistry(): RemoteRegistry | null {
  try {
    return JSON.parse(localStorage.getItem(storageKeys.registry) ?? 'null');
  } catch {
    return null;
  }
}

/** Null for an unknown path. The registry is validated later, when it is loaded. */
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
    // Invalid: nothing is known.
  }
  return null;
}

/**
 * Whether the reader gets a canary is not known here, so nothing of a remote with one is preloaded.
 */
function preloadablePartsOf(registry: RemoteRegistry | null, pathname: string) {
  try {
    return Object.values(registry?.remotes ?? {}).flatMap((published) => {
      const { pages = [], fills = [], contract } = published.current.description;
      if (published.canary || !contractFits(contract, CONTRACT_VERSION)) return [];
      const exposes =
        pathname === dashboardPath
          ? fills.filter(({ point }) => dashboardPoints.some((name) => name === point))
          : pages.filter(({ path }) => matchPath(path, pathname) !== null);
      return exposes.map(({ expose }) => ({ published: published.current, expose }));
    });
  } catch {
    return [];
  }
}

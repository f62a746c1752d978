import {
  apiHeader,
  apiVersion,
  fetchFromServer,
  isFromServer,
} from '@lectern/shared-contracts/api/apiHeaders.ts';
import type {
  PublishedRemote,
  RemoteDescription,
  RemoteRegistry,
} from '@lectern/shared-contracts/contract/remotes.ts';
import { addressOf, pathOf } from '../../common/basePath.ts';
import {
  remoteCacheName as cacheName,
  keptRegistryHeader,
  registryCacheName,
  registryKey,
  remoteCacheName,
  remoteCachePrefix,
} from '../../offline/books/remoteCaches.ts';

function isRegistry(value: unknown): value is RemoteRegistry {
  const remotes = (value as Partial<RemoteRegistry> | null | undefined)?.remotes;
  return (
    typeof remotes === 'object' &&
    remotes !== null &&
    Object.values(remotes).every((entry) => typeof entry?.current?.description?.version === 'string')
  );
}

/** Whether the body of a response matches `integrity` (sha256, sha384). */
async function hasDigest(response: Response, integrity: string): Promise<boolean> {
  const [algorithm = ''] = integrity.split('-');
  const digest = await crypto.subtle.digest(algorithm.replace('sha', 'SHA-'), await response.arrayBuffer());
  return integrity === `${algorithm}-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** The cached registry; empty if it is damaged: then the remotes are unavailable offline until they are refetched. */
async function readRegistry(caches: CacheStorage): Promise<RemoteRegistry> {
  const response = await (await caches.open(registryCacheName)).match(registryKey);
  const cached: unknown = await response?.json().catch(() => null);
  return isRegistry(cached) ? cached : { remotes: {} };
}

async function writeRegistry(caches: CacheStorage, registry: RemoteRegistry): Promise<void> {
  await (await caches.open(registryCacheName)).put(registryKey, Response.json(registry));
}

/** Deletes the cached versions that are current in none of these registries. */
async function deleteOtherVersions(
  caches: CacheStorage,
  registries: readonly RemoteRegistry[],
): Promise<void> {
  const wanted = new Set(
    registries
      .flatMap(({ remotes }) => Object.values(remotes))
      .map(({ current }) => cacheName(current.description.name, current.description.version)),
  );
  for (const name of await caches.keys())
    if (name.startsWith(remoteCachePrefix) && !wanted.has(name)) await caches.delete(name);
}

/**
 * Caches remotes for offline starts. A version is used offline only when all its files are cached and match their
 * digests; until then the previous version stays complete. A client never gets a mix of two versions.
 * @param quiet resolves when fetching does not slow down a page, or when the signal aborts
 * @param onRegistry called with each registry of the server
 */
export function createRemotesCache(
  caches: CacheStorage,
  fetcher: typeof fetch,
  quiet: (signal: AbortSignal) => Promise<void> = async () => undefined,
  onRegistry: (registry: RemoteRegistry) => Promise<void> = async () => undefined,
) {
  const cacheVersion = createCacheVersion(caches, fetcher, quiet);
  let caching: Promise<void> = Promise.resolve();
  let stopping = new AbortController();

  /** Caches the current version of each remote, then deletes the versions that no registry names. */
  async function cacheRemotes(registry: RemoteRegistry, signal: AbortSignal): Promise<void> {
    const offline = await readRegistry(caches);
    const next: RemoteRegistry = { remotes: {} };
    // Files of a cached version are not checked one by one, which would take hundreds of lookups at each visit.
    const isCached = async (name: string, version: string) =>
      offline.remotes[name]?.current.description.version === version &&
      (await caches.has(cacheName(name, version)));
    for (const [name, entry] of Object.entries(registry.remotes)) {
      // A canary is not cached: offline, its readers get the current version.
      const { canary: _, ...forAll } = entry;
      try {
        if (await isCached(name, entry.current.description.version)) {
          next.remotes[name] = forAll;
          continue;
        }
        await cacheVersion(entry.current, signal);
        next.remotes[name] = forAll;
        // Written after each remote, since the browser may stop a worker at any time.
        await writeRegistry(caches, { remotes: { ...offline.remotes, ...next.remotes } });
      } catch {
        if (signal.aborted) return;
        const last = offline.remotes[name];
        if (last) next.remotes[name] = last;
      }
    }
    // Written only when changed: a worker that is stopped during the write could lose the registry.
    if (JSON.stringify(next) !== JSON.stringify(offline)) await writeRegistry(caches, next);
    await deleteOtherVersions(caches, [next, registry]);
  }

  async function fetchRegistry(
    request: Request | string,
  ): Promise<{ response: Response; cached: Promise<void> }> {
    const { signal } = stopping;
    const response = await fetcher(request);
    if (!isFromServer(response)) throw new Error('The registry was not reached.');
    if (!response.ok) throw new Error(`The registry answered ${response.status}`);
    const registry: RemoteRegistry = await response.clone().json();
    caching = caching
      .then(() => onRegistry(registry))
      .then(() => cacheRemotes(registry, signal))
      .catch(() => undefined);
    return { response, cached: caching };
  }

  return {
    /**
     * Returns the registry from the network, otherwise one of the completely cached versions. `later`
     * receives pending work that keeps the worker alive.
     */
    async registry(request: Request, later: (work: Promise<unknown>) => void) {
      try {
        const { response, cached } = await fetchRegistry(request);
        later(cached);
        return response;
      } catch {
        const registry = await readRegistry(caches);
        return Object.keys(registry.remotes).length > 0
          ? Response.json(registry, { headers: { [apiHeader]: apiVersion, [keptRegistryHeader]: '1' } })
          : Response.error();
      }
    },
    /** Caches the versions in the current registry: a first visit requested it before there was a worker. */
    async refresh() {
      await fetchRegistry(new URL(registryKey, self.location.origin).href)
        .then(({ cached }) => cached)
        .catch(() => undefined);
    },
    /** Aborts pending fetches of `registry` and `refresh`, so that this worker can be replaced. */
    stop() {
      stopping.abort();
      stopping = new AbortController();
    },
    /** Returns a file of a remote from the cache, otherwise from the network. */
    file: (request: Request) => cachedFile(request, caches, fetcher),
  };
}

/** A file of a remote: from the cache if it is undamaged, otherwise from the network. */
async function cachedFile(request: Request, caches: CacheStorage, fetcher: typeof fetch): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  // Only in the cache of its version: searching all caches takes longer than reading the file.
  const [, , name = '', version = ''] = pathOf(pathname).split('/');
  const cached = await caches.match(origin + pathname, { cacheName: cacheName(name, version) });
  const { integrity } = request;
  // Without a digest from the page, a copy without the server's header is not trusted.
  const isValid = async (copy: Response) =>
    integrity === '' ? isFromServer(copy) : hasDigest(copy.clone(), integrity);
  if (cached && (await isValid(cached))) return cached;
  // The browser verifies the digest that the page gives.
  const fresh = integrity === '' ? fetchFromServer(request, undefined, fetcher) : fetcher(request);
  const response = await fresh;
  // The copy was damaged: the next visit fetches the whole version again.
  if (cached) await caches.delete(cacheName(name, version));
  return response;
}

type RemoteFile = Pick<RemoteDescription['files'][number], 'path' | 'integrity'>;

/** Maximum concurrent fetches; low, so that the page's own requests come first. */
const maxConcurrent = 4;

/**
 * @param quiet resolves when fetching does not slow down a page, or when the signal aborts
 * @returns caches all files of a version of a remote; those that are cached already are not fetched again
 */
function createCacheVersion(
  caches: CacheStorage,
  fetcher: typeof fetch,
  quiet: (signal: AbortSignal) => Promise<void>,
) {
  async function fetchFile(address: string, integrity: string, signal: AbortSignal): Promise<Response> {
    await quiet(signal);
    const response = await fetcher(address, { integrity, signal });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return response;
  }

  return async ({ base, description }: PublishedRemote, signal: AbortSignal): Promise<void> => {
    const cache = await caches.open(remoteCacheName(description.name, description.version));
    const cacheFile = async ({ path, integrity }: RemoteFile): Promise<Response> => {
      const address = new URL(path, new URL(addressOf(base), self.location.origin)).href;
      const cached = await cache.match(address);
      if (cached) return cached;
      const response = await fetchFile(address, integrity, signal);
      await cache.put(address, response.clone());
      return response;
    };
    const { list } = description;
    const all: RemoteDescription = list ? await (await cacheFile(list)).json() : description;
    const waiting = all.files.values();
    const worker = async (): Promise<void> => {
      for (const file of waiting) await cacheFile(file);
    };
    await Promise.all(Array.from({ length: maxConcurrent }, worker));
  };
}

import { addressOf, pathOf } from '@lectern/client/common/basePath.ts';
import {
  remoteCacheName as cacheName,
  keptRegistryHeader,
  registryCacheName,
  registryKey,
  remoteCachePrefix,
} from '@lectern/client/offline/books/remoteCaches.ts';
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

/**
 * Remotes for a start without a network. A version becomes the offline one only when every file of it is here, checked
 * against its digest; until then the version before stays, whole. So a client is never half old, half new.
 */
type RemoteFile = RemoteDescription['files'][number];
/** Files fetched at the same time; few, since the page wants its own. */
const atOnce = 4;

export interface RemotesCache {
  /**
   * The registry: the network's, else the versions that are whole here. `later`
   * is told of work to keep the worker alive for.
   */
  registry(request: Request, later: (work: Promise<unknown>) => void): Promise<Response>;
  /** Takes what the registry names now into the cache: a first visit asked for it before there was a worker. */
  refresh(): Promise<void>;
  /** Ends what `registry` and `refresh` still fetch, so that this worker can be replaced. */
  stop(): void;
  /** A file of a remote: from here, else from the network. */
  file(request: Request): Promise<Response>;
}

function isRegistry(value: unknown): value is RemoteRegistry {
  const remotes = (value as Partial<RemoteRegistry> | null | undefined)?.remotes;
  return (
    typeof remotes === 'object' &&
    remotes !== null &&
    Object.values(remotes).every((entry) => typeof entry?.current?.description?.version === 'string')
  );
}

/** Whether a response has the bytes that `integrity` asks for (sha256, sha384). */
async function hasDigest(response: Response, integrity: string): Promise<boolean> {
  const [algorithm = ''] = integrity.split('-');
  const digest = await crypto.subtle.digest(algorithm.replace('sha', 'SHA-'), await response.arrayBuffer());
  return integrity === `${algorithm}-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** @param quiet resolves when a file may be fetched without taking anything from a page, or when the signal aborts. */
export function createRemotesCache(
  caches: CacheStorage,
  fetcher: typeof fetch,
  quiet: (signal: AbortSignal) => Promise<void> = async () => undefined,
): RemotesCache {
  let keeping: Promise<void> = Promise.resolve();
  let stopping = new AbortController();

  /** What is there and is no registry costs the copies for a start without a network, until they are fetched again. */
  async function known(): Promise<RemoteRegistry> {
    const response = await (await caches.open(registryCacheName)).match(registryKey);
    const kept: unknown = await response?.json().catch(() => null);
    return isRegistry(kept) ? kept : { remotes: {} };
  }

  async function keepWhole({ base, description }: PublishedRemote, signal: AbortSignal): Promise<void> {
    const cache = await caches.open(cacheName(description.name, description.version));
    const keepFile = async ({
      path,
      integrity,
    }: Pick<RemoteFile, 'path' | 'integrity'>): Promise<Response> => {
      const address = new URL(path, new URL(addressOf(base), self.location.origin)).href;
      const here = await cache.match(address);
      if (here) return here;
      await quiet(signal);
      const response = await fetcher(address, { integrity, signal });
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      await cache.put(address, response.clone());
      return response;
    };
    const { list } = description;
    const all: RemoteDescription = list ? await (await keepFile(list)).json() : description;
    const waiting = all.files.values();
    const worker = async (): Promise<void> => {
      for (const file of waiting) await keepFile(file);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  /** Takes each remote's current version into the cache, then drops what no registry names any more. */
  async function keep(registry: RemoteRegistry, signal: AbortSignal): Promise<void> {
    const offline = await known();
    const next: RemoteRegistry = { remotes: {} };
    const write = async (value: RemoteRegistry): Promise<void> =>
      (await caches.open(registryCacheName)).put(registryKey, Response.json(value));
    // What is here already is not looked at file by file: that would be hundreds of looks at each visit.
    const isWhole = async (name: string, version: string) =>
      offline.remotes[name]?.current.description.version === version &&
      (await caches.has(cacheName(name, version)));
    for (const [name, entry] of Object.entries(registry.remotes)) {
      // A version for some readers only is not kept: without a network they have the one of all.
      const { canary: _, ...forAll } = entry;
      try {
        if (await isWhole(name, entry.current.description.version)) {
          next.remotes[name] = forAll;
          continue;
        }
        await keepWhole(entry.current, signal);
        next.remotes[name] = forAll;
        // After each: a worker may be stopped at any time.
        await write({ remotes: { ...offline.remotes, ...next.remotes } });
      } catch {
        if (signal.aborted) return;
        const last = offline.remotes[name];
        if (last) next.remotes[name] = last;
      }
    }
    // Replacing the registry is the moment in which it can be lost: a worker may be stopped in it.
    if (JSON.stringify(next) !== JSON.stringify(offline)) await write(next);
    const wanted = new Set(
      [...Object.values(next.remotes), ...Object.values(registry.remotes)].map(({ current }) =>
        cacheName(current.description.name, current.description.version),
      ),
    );
    for (const name of await caches.keys())
      if (name.startsWith(remoteCachePrefix) && !wanted.has(name)) await caches.delete(name);
  }

  async function fetchRegistry(
    request: Request | string,
  ): Promise<{ response: Response; kept: Promise<void> }> {
    const { signal } = stopping;
    const response = await fetcher(request);
    if (!isFromServer(response)) throw new Error('The registry was not reached.');
    if (!response.ok) throw new Error(`The registry answered ${response.status}`);
    const registry: RemoteRegistry = await response.clone().json();
    keeping = keeping.then(() => keep(registry, signal)).catch(() => undefined);
    return { response, kept: keeping };
  }

  return {
    async registry(request, later) {
      try {
        const { response, kept } = await fetchRegistry(request);
        later(kept);
        return response;
      } catch {
        const registry = await known();
        return Object.keys(registry.remotes).length > 0
          ? Response.json(registry, { headers: { [apiHeader]: apiVersion, [keptRegistryHeader]: '1' } })
          : Response.error();
      }
    },
    async refresh() {
      await fetchRegistry(new URL(registryKey, self.location.origin).href)
        .then(({ kept }) => kept)
        .catch(() => undefined);
    },
    stop() {
      stopping.abort();
      stopping = new AbortController();
    },
    async file(request) {
      const { origin, pathname } = new URL(request.url);
      // In the cache of its version alone: a look into each of them takes longer than the file itself.
      const [, , name = '', version = ''] = pathOf(pathname).split('/');
      const kept = await caches.match(origin + pathname, { cacheName: cacheName(name, version) });
      const { integrity } = request;
      // Where the page does not say what it wants, a copy without the server's mark is not trusted.
      const isSound = async (copy: Response) =>
        integrity === '' ? isFromServer(copy) : hasDigest(copy.clone(), integrity);
      if (kept && (await isSound(kept))) return kept;
      // The browser holds a file to the digest that the page names.
      const fresh = integrity === '' ? fetchFromServer(request, undefined, fetcher) : fetcher(request);
      const response = await fresh.catch((error: unknown) => {
        if (kept && integrity === '') return kept;
        throw error;
      });
      // A copy that something has damaged: the next visit takes the whole version anew.
      if (kept && response !== kept) await caches.delete(cacheName(name, version));
      return response;
    },
  };
}

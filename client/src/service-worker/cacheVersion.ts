import type { PublishedRemote, RemoteDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { addressOf } from '../common/basePath.ts';
import { remoteCacheName } from '../offline/books/remoteCaches.ts';

type RemoteFile = Pick<RemoteDescription['files'][number], 'path' | 'integrity'>;

/** Maximum concurrent fetches; low, so that the page's own requests come first. */
const maxConcurrent = 4;

/**
 * @param quiet resolves when fetching does not slow down a page, or when the signal aborts
 * @returns caches all files of a version of a remote; those that are cached already are not fetched again
 */
export function createCacheVersion(
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

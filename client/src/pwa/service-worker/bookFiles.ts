import { fetchFromServer, isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { createPartialResponse } from 'workbox-range-requests';
import { type BookAddress, bookCacheName, coverCacheName } from '../../offline/books/bookCache.ts';

const maxCovers = 2_000;

/** Serves a file of a downloaded book from the cache, whole or the requested range; otherwise from the network. */
export async function bookFile(request: Request, { bookId, key }: BookAddress): Promise<Response> {
  // `has` first: opening a cache would create one for every book that is only viewed.
  if (await caches.has(bookCacheName(bookId))) {
    const stored = await (await caches.open(bookCacheName(bookId))).match(key);
    // A copy without the server's header is damaged.
    if (stored && isFromServer(stored))
      return request.headers.has('range') ? createPartialResponse(request, stored) : stored;
  }
  return fetchFromServer(request);
}

/** Milliseconds for which a cover is fresh; a changed cover has another URL. */
const coverAge = 24 * 60 * 60 * 1_000;

/**
 * Milliseconds after a sign-out in which covers are not cached: the server honors signed URLs of the previous reader
 * for up to three seconds.
 */
const oldUrlsExpireAfter = 5_000;

/** How often and when the reader's data has been cleared: responses to earlier requests are not cached. */
const cleared = { count: 0, at: Number.NEGATIVE_INFINITY };

/** Called at sign-out: covers of the previous reader are not cached. */
export function forgetReader(): void {
  cleared.count += 1;
  cleared.at = Date.now();
}

/** Whether a response to a request made after so many clearings may be cached. The clock may have been set back. */
const mayCache = (clearCount: number): boolean =>
  clearCount === cleared.count && Math.abs(Date.now() - cleared.at) > oldUrlsExpireAfter;

const isFresh = (stored: Response): boolean =>
  Date.now() - Date.parse(stored.headers.get('date') ?? '') < coverAge;

/**
 * Covers are served from the cache, also offline; after a day they are revalidated in the
 * background [OF-09].
 */
export async function cover(
  request: Request,
  { bookId, key }: BookAddress,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const clearCount = cleared.count;
  const cache = await caches.open(coverCacheName);
  const cached = await cache.match(key);
  const stored = cached && isFromServer(cached) ? cached : undefined;
  if (stored && isFresh(stored)) return stored;
  const fresh = fetchFromServer(request).then(async (response) => {
    if (response.ok && mayCache(clearCount)) {
      await cache.put(key, response.clone());
      await dropOldest(cache);
    }
    return response;
  });
  if (stored) {
    later(fresh.catch(() => undefined));
    return stored;
  }
  return fresh.catch(() => bookFile(request, { bookId, kind: 'cover', key }));
}

async function dropOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - maxCovers))) await cache.delete(key);
}

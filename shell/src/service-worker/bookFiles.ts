import { type BookAddress, bookCacheName, coverCacheName } from '@lectern/client/offline/books/bookCache.ts';
import {
  apiHeader,
  apiVersion,
  fetchFromServer,
  isFromServer,
} from '@lectern/shared-contracts/api/apiHeaders.ts';
import { createPartialResponse } from 'workbox-range-requests';

const mostCovers = 2_000;

/** A file of a downloaded book from the browser, whole or the range that is asked for; else from the network. */
export async function bookFile(request: Request, { bookId, key }: BookAddress): Promise<Response> {
  // `has` first: opening a cache would make one for every book that is only looked at.
  if (await caches.has(bookCacheName(bookId))) {
    const stored = await (await caches.open(bookCacheName(bookId))).match(key);
    if (stored && isFromServer(stored)) return rangeOf(request, stored);
    if (stored) return (await freshIfReached(request)) ?? rangeOf(request, withMark(stored));
  }
  return fetchFromServer(request);
}

const rangeOf = (request: Request, stored: Response): Response | Promise<Response> =>
  request.headers.has('range') ? createPartialResponse(request, stored) : stored;

/**
 * In place of a copy without the server's mark: something has damaged it, or it was kept before there was a mark. Such
 * a copy is used only while the server is not reached.
 */
async function freshIfReached(request: Request): Promise<Response | null> {
  const fresh = await fetchFromServer(request).catch(() => null);
  return fresh?.ok ? fresh : null;
}

function withMark(stored: Response): Response {
  const headers = new Headers(stored.headers);
  headers.set(apiHeader, apiVersion);
  return new Response(stored.body, { status: stored.status, headers });
}

/** For how long a cover is not asked for again, in milliseconds; one that changed has another address. */
const coverAge = 24 * 60 * 60 * 1_000;

/** How often the reader's data has been cleared away: what was asked for before that is not kept. */
let forgotten = 0;

/** The reader has signed out: covers that are still on their way are theirs, and are not kept. */
export function forgetReader(): void {
  forgotten += 1;
}

const isYoung = (stored: Response): boolean =>
  Date.now() - Date.parse(stored.headers.get('date') ?? '') < coverAge;

/**
 * Covers seen once are shown from here at once, and without a network; after a day the network is asked again in the
 * background [OF-09].
 */
export async function cover(
  request: Request,
  { bookId, key }: BookAddress,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const began = forgotten;
  const cache = await caches.open(coverCacheName);
  const kept = await cache.match(key);
  const stored = kept && isFromServer(kept) ? kept : undefined;
  if (stored && isYoung(stored)) return stored;
  const fresh = fetchFromServer(request).then(async (response) => {
    if (response.ok && began === forgotten) {
      await cache.put(key, response.clone());
      await dropOldest(cache);
    }
    return response;
  });
  if (stored) {
    later(fresh.catch(() => undefined));
    return stored;
  }
  return fresh.catch(() => kept ?? bookFile(request, { bookId, kind: 'cover', key }));
}

async function dropOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - mostCovers))) await cache.delete(key);
}

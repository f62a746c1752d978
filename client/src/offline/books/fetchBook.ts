import type { BookText } from '@lectern/shared-contracts/api/books.ts';
import type { ApiClient } from '../../api/client.ts';
import { ApiError, apiTexts } from '../../common/hostError.ts';
import type { QueryClient } from '../reads/index.ts';
import { bookCacheName, keepText } from './bookCache.ts';

export interface FetchBookPorts {
  api: Pick<ApiClient, 'call'>;
  caches: CacheStorage;
  fetch?: typeof fetch;
}

/** Fetches the files of a book and its text into the cache of the book. */
export async function fetchBook(
  { api, caches, fetch }: FetchBookPorts,
  bookId: string,
  onProgress: (part: number, bytes: number) => void,
) {
  const manifest = await api.call('GET /books/:id/manifest', { params: { id: bookId } });
  const { downloadBook } = await import('./downloadBook.ts');
  const book = await api.call('GET /books/:id', { params: { id: bookId } });
  const cache = await caches.open(bookCacheName(bookId));
  const { bytes, keys } = await downloadBook({ book, manifest, cache, fetch, onProgress });
  // A book without its text can be read all the same.
  await wholeText(api, bookId)
    .then(async (text) => keys.push(await keepText(caches, bookId, text)))
    .catch(() => undefined);
  return { book, cache, bytes, keys };
}

/**
 * Settles once the book opens without a network: the app and every file are read back.
 * @param keys of its files in the cache
 * @throws ApiError `not_ready`
 */
export async function untilOpensOffline(
  { data, caches }: Pick<FetchBookPorts, 'caches'> & { data: Pick<QueryClient, 'keep'> },
  bookId: string,
  worker: Pick<ServiceWorkerContainer, 'ready' | 'controller'>,
  keys: readonly string[],
): Promise<void> {
  const { untilReadyOffline } = await import('./readyOffline.ts');
  const answersKept = await keepAnswers(data, bookId);
  await untilReadyOffline(worker, caches);
  const cacheName = bookCacheName(bookId);
  const files = await Promise.all(keys.map((key) => caches.match(key, { cacheName })));
  if (!answersKept || files.includes(undefined)) {
    throw new ApiError(apiTexts.notReadyOffline, 0, 'not_ready');
  }
}

/**
 * Keeps what the reader requests when it opens a book.
 * @returns whether the book and its manifest, which it cannot open without, are kept
 */
async function keepAnswers(data: Pick<QueryClient, 'keep'>, bookId: string): Promise<boolean> {
  const id = { params: { id: bookId } };
  const [book, manifest] = await Promise.all([
    data.keep('GET /books/:id', id),
    data.keep('GET /books/:id/manifest', id),
    data.keep('GET /books/:id/progress', id),
    data.keep('GET /books/:id/places', id),
    data.keep('GET /books/:id/files', id),
    data.keep('GET /books/:id/highlights', id),
    data.keep('GET /books/:id/bookmarks', id),
    data.keep('GET /books/:id/form', id),
    data.keep('GET /notes/:bookId', { params: { bookId } }),
  ]);
  return book && manifest;
}

/** All pages of the text of a book. */
async function wholeText(api: FetchBookPorts['api'], bookId: string): Promise<BookText> {
  const params = { id: bookId };
  let page = await api.call('GET /books/:id/text', { params });
  const passages = [...page.passages];
  while (page.next_cursor) {
    page = await api.call('GET /books/:id/text', { params, query: { cursor: page.next_cursor } });
    passages.push(...page.passages);
  }
  return { format: page.format, passages };
}

/** Removes all other files: those of a file that was replaced. */
export async function keepOnly(cache: Cache, keys: readonly string[]): Promise<void> {
  for (const { url } of await cache.keys()) {
    if (!keys.includes(new URL(url).pathname)) await cache.delete(url);
  }
}

import type { BookText } from '@lectern/shared-contracts/api/books.ts';
import { bookCacheName } from './bookCache.ts';

/** Stored beside the files of a downloaded book, and removed with them. */
const keyOf = (bookId: string) => `/offline/text/${bookId}`;

/** @returns the key under which it is stored */
export async function keepText(caches: CacheStorage, bookId: string, text: BookText): Promise<string> {
  const key = keyOf(bookId);
  const cache = await caches.open(bookCacheName(bookId));
  await cache.put(key, Response.json(text));
  return key;
}

/** Null for a book that was downloaded without its text, by an earlier version. */
export async function readText(caches: CacheStorage, bookId: string): Promise<BookText | null> {
  const response = await caches.match(keyOf(bookId), { cacheName: bookCacheName(bookId) });
  return response ? ((await response.json()) as BookText) : null;
}

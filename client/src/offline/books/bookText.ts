import type { BookText } from '@lectern/shared-contracts/api/books.ts';
import { bookCacheName } from './bookCache.ts';

/** Beside the files of a downloaded book; it goes when they go. */
const keyOf = (bookId: string) => `/offline/text/${bookId}`;

/** @returns the key that it is kept under */
export async function keepText(caches: CacheStorage, bookId: string, text: BookText): Promise<string> {
  const key = keyOf(bookId);
  const cache = await caches.open(bookCacheName(bookId));
  await cache.put(key, Response.json(text));
  return key;
}

/** Null for a book that was downloaded without its text, by an earlier version. */
export async function readText(caches: CacheStorage, bookId: string): Promise<BookText | null> {
  const kept = await caches.match(keyOf(bookId), { cacheName: bookCacheName(bookId) });
  return kept ? ((await kept.json()) as BookText) : null;
}

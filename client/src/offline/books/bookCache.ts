import type { BookText } from '@lectern/shared-contracts/api/books.ts';

/**
 * Where downloaded books are stored in the browser, for the page that downloads them and the service worker that serves
 * them. An address contains a grant that changes; the key is the address without it.
 */
const bookAddress = /^(\/.*)?\/books\/([0-9a-f-]{36})\/(content|file|cover)\/([^/]+)(\/.*)?$/;

export const bookCacheName = (bookId: string) => `lectern-book-${bookId}`;
export const coverCacheName = 'lectern-covers';

export interface BookAddress {
  bookId: string;
  kind: 'content' | 'file' | 'cover';
  /** The path without its grant: the same for every visit. */
  key: string;
}

/** What a path is about, when it is a signed address of a book. */
export function bookAddressOf(pathname: string): BookAddress | null {
  const match = bookAddress.exec(pathname);
  if (!match) return null;
  const [, root = '', bookId = '', kind = '', , rest = ''] = match;
  return {
    bookId,
    kind: kind as BookAddress['kind'],
    key: `${root}/books/${bookId}/${kind}${normalizedPath(rest)}`,
  };
}

/** One spelling for one path: a book may link to `a%28b%29.png` what its package calls `a(b).png`. */
function normalizedPath(path: string): string {
  return path
    .split('/')
    .map((segment) => {
      try {
        return encodeURIComponent(decodeURIComponent(segment));
      } catch {
        return encodeURIComponent(segment);
      }
    })
    .join('/');
}

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

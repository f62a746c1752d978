import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { readText } from './bookCache.ts';
import { prepared, type SearchedBook, searchText } from './searchText.ts';

/** Searches outside the page's thread: a hundred books are about a hundred megabytes of text. */

export interface SearchRequest {
  id: number;
  books: readonly { id: string; title: string; author: string; cachedAt: number }[];
  typed: string;
  limit: number;
}

export type SearchAnswer = { id: number; passages: Passage[] } | { id: number; error: string };

/** Texts are read once; a book that was downloaded again has another key. */
const read = new Map<string, SearchedBook | null>();

async function bookOf({ id, title, author, cachedAt }: SearchRequest['books'][number]) {
  const key = `${id}/${cachedAt}`;
  if (!read.has(key)) {
    const text = await readText(caches, id);
    read.set(key, text && prepared({ id, title, author, text }));
  }
  return read.get(key) ?? null;
}

self.addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => runInBackground(answer(data)));

async function answer(data: SearchRequest): Promise<void> {
  const { id, books, typed, limit } = data;
  try {
    const prepared = (await Promise.all(books.map(bookOf))).filter((book) => book !== null);
    // No words can be found in it, which must not be told as "none".
    if (prepared.length === 0) throw new Error('The text of the book is not on this device.');
    const passages = searchText(prepared, typed, limit);
    self.postMessage({ id, passages } satisfies SearchAnswer);
  } catch (error) {
    self.postMessage({ id, error: String(error) } satisfies SearchAnswer);
  }
}

import type { HostOfflineBooks, OfflineBook } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { ApiError, apiTexts } from '../../api/hostError.ts';
import { limits } from '../common/limits.ts';
import { singleFlight } from '../common/singleFlight.ts';
import type { LecternDatabase } from '../storage/database.ts';
import type { TextSearch } from './createTextSearch.ts';
import { createDownloadRecords } from './downloadRecords.ts';
import { type BookDownloadPorts, createBookDownloads, createShownBooks } from './downloads.ts';

export interface OfflineBooksPorts extends Omit<BookDownloadPorts, 'records' | 'books' | 'caches' | 'now'> {
  /** Null in a browser without a cache. */
  database: Promise<LecternDatabase | null>;
  caches?: CacheStorage;
  now?(): number;
}

export interface OfflineBooks extends HostOfflineBooks {
  /** Shows the downloaded books. Removes those older than 30 days and renews replaced ones, 5 s after the start. */
  start(): void;
  /** Removes books that were downloaded more than 30 days ago; their records stay, marked as not cached. */
  expire(): Promise<void>;
  /**
   * Downloads books again whose file was replaced on the server. The old file stays until the new one is complete, so
   * that the book opens offline meanwhile.
   */
  renew(): Promise<void>;
}

/**
 * Books downloaded for reading without a network [RD-07]: their files in Cache Storage, what they are in the database.
 */
export function createOfflineBooks(ports: OfflineBooksPorts): OfflineBooks {
  const { api, user, now = Date.now } = ports;
  const caches = ports.caches ?? globalThis.caches;
  const records = createDownloadRecords(() => ports.database, caches);
  let searchIn: Promise<TextSearch> | null = null;
  const books = createShownBooks();
  const downloads = createBookDownloads({ ...ports, records, books, caches, now });

  async function reload(): Promise<void> {
    const userId = user.get()?.id;
    const mine = (await records.all()).filter((record) => record.userId === userId);
    if (user.get()?.id !== userId) return;
    const downloading = [...books.state.get().values()].filter(({ state }) => state === 'downloading');
    // Without a difference no change is announced, or every shelf would check all of its books again.
    if (mine.length === 0 && books.state.get().size === downloading.length) return;
    const stored = mine.map(({ bookId, isCached, bytes, cachedAt }): OfflineBook => {
      return { bookId, state: isCached ? 'cached' : 'none', progress: isCached ? 1 : 0, bytes, cachedAt };
    });
    books.set([...stored, ...downloading]);
  }

  async function expire(): Promise<void> {
    for (const { bookId, isCached, cachedAt, bytes } of await records.all()) {
      // Files of a download that was not finished have bytes, too.
      if ((isCached || bytes > 0) && now() - cachedAt > limits.bookExpiry) await records.dropFiles(bookId);
    }
    await reload();
  }

  const renew = singleFlight(async () => {
    const userId = user.get()?.id;
    for (const { bookId, state } of books.state.get().values()) {
      if (state !== 'cached' || user.get()?.id !== userId) continue;
      const stored = await records.bookOf(userId, bookId);
      // Without an answer it is tried again next time.
      const book = await api.call('GET /books/:id', { params: { id: bookId } }).catch(() => null);
      if (book === null || stored === undefined || stored.file_id === book.file_id) continue;
      await downloads.download(bookId, true).catch(() => undefined);
    }
  });

  return {
    books: books.state,
    expire,
    download: (bookId) => downloads.download(bookId, false),
    renew,
    async search(typed, limit) {
      const userId = user.get()?.id;
      const cached = [...books.state.get().values()].filter(({ state }) => state === 'cached');
      if (userId === undefined || cached.length === 0)
        throw new ApiError(apiTexts.notCached, 0, 'not_cached');
      const searched = await Promise.all(
        cached.map(async ({ bookId, cachedAt }) => {
          const book = await records.bookOf(userId, bookId);
          return book
            ? [{ id: bookId, title: book.title, author: book.author, cachedAt: cachedAt ?? 0 }]
            : [];
        }),
      );
      searchIn ??= import('./createTextSearch.ts').then(({ createTextSearch }) => createTextSearch());
      return (await searchIn)({ books: searched.flat(), typed, limit });
    },
    async remove(bookId) {
      downloads.stop(bookId);
      await records.remove(bookId);
      books.hide(bookId);
    },
    start() {
      user.subscribe(() => runInBackground(reload()));
      runInBackground(reload());
      setTimeout(() => runInBackground(expire().then(renew)), limits.bookCleanupDelay);
    },
  };
}

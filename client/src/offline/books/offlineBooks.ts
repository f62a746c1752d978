import type { HostOfflineBooks, OfflineBook } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { ApiClient } from '../../api/client.ts';
import { ApiError, apiTexts } from '../../common/hostError.ts';
import { isQuotaError } from '../common/isQuotaError.ts';
import { limits } from '../common/limits.ts';
import { singleFlight } from '../common/singleFlight.ts';
import type { QueryClient } from '../reads/index.ts';
import type { LecternDatabase } from '../storage/database.ts';
import { storageAvailability } from '../storage/storageProblem.ts';
import type { TextSearch } from './createTextSearch.ts';
import { createDownloadRecords } from './downloadRecords.ts';
import { fetchBook, keepOnly, untilOpensOffline } from './fetchBook.ts';

export interface OfflineBooksPorts {
  api: Pick<ApiClient, 'call'>;
  data: Pick<QueryClient, 'keep' | 'refresh'>;
  user: Readable<{ id: string } | null>;
  /** Null in a browser without one. */
  database: Promise<LecternDatabase | null>;
  /** Null where there is none: then nothing can be opened offline. */
  serviceWorker: Pick<ServiceWorkerContainer, 'ready' | 'controller'> | null;
  caches?: CacheStorage;
  fetch?: typeof fetch;
  available?: typeof storageAvailability;
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
  const { api, data, user, serviceWorker, available = storageAvailability, now = Date.now } = ports;
  const caches = ports.caches ?? globalThis.caches;
  const records = createDownloadRecords(() => ports.database, caches);
  /** The downloaded books, and those on their way, as pages show them. */
  const books = createWritable<ReadonlyMap<string, OfflineBook>>(new Map());
  /** Downloads that are under way, by book. */
  const running = new Map<string, { done: Promise<void>; controller: AbortController }>();
  let searchIn: Promise<TextSearch> | null = null;

  const show = (book: OfflineBook) => books.set(new Map(books.get()).set(book.bookId, book));
  const hide = (bookId: string) => books.set(new Map([...books.get()].filter(([id]) => id !== bookId)));

  async function downloadAlone(bookId: string, isRenewal: boolean, signal: AbortSignal): Promise<void> {
    const userId = user.get()?.id;
    const before = books.get().get(bookId);
    if (userId === undefined) return;
    if (serviceWorker === null) throw new ApiError(apiTexts.noOffline, 0, 'unsupported');
    const storage = await available();
    if (!storage.available) throw new ApiError(storage.reason, 0, 'storage');
    const progress = (part: number, bytes: number) =>
      show({ bookId, state: 'downloading', progress: part, bytes, cachedAt: null });
    progress(0, 0);
    // The reader may remove the book or sign out meanwhile: then nothing of it is stored.
    const isShown = () => books.get().get(bookId)?.state === 'downloading';
    const isWanted = () => user.get()?.id === userId && !signal.aborted && isShown();
    const stopped = () => new ApiError(apiTexts.downloadStopped, 0, 'stopped');
    try {
      // Files are fetched in parallel: when one has failed, others may still be on their way.
      const fetchPorts = { api, caches, fetch: ports.fetch };
      const { book, cache, bytes, keys } = await fetchBook(fetchPorts, bookId, (part, soFar) => {
        if (isWanted()) progress(part, soFar);
      });
      // Cached answers name the old file.
      if (isRenewal) data.refresh('GET /books/:id/manifest');
      await untilOpensOffline({ data, caches }, bookId, serviceWorker, keys).catch(async (error) => {
        // The files stay: the next attempt finds them here.
        if (error.code === 'not_ready' && !isRenewal && isWanted())
          await records.write(book, { userId, cachedAt: now(), isCached: false, bytes });
        throw error;
      });
      if (!isWanted()) throw stopped();
      const cachedAt = now();
      await records.write(book, { userId, cachedAt, isCached: true, bytes });
      show({ bookId, state: 'cached', progress: 1, bytes, cachedAt });
      await keepOnly(cache, keys);
      // Requested when there is something to store; the browser decides.
      navigator.storage?.persist?.().catch(() => false);
    } catch (failure) {
      const error = isWanted() ? failure : stopped();
      // The book was removed, and is being downloaded again.
      if (signal.aborted && running.has(bookId)) throw error;
      const { code } = error as Partial<ApiError>;
      if (isRenewal && before && code !== 'stopped') {
        show(before);
        throw error;
      }
      if (code !== 'not_ready') await records.dropFiles(bookId);
      hide(bookId);
      throw isQuotaError(error) ? new ApiError(apiTexts.storage, 0, 'storage') : error;
    }
  }

  /**
   * Joins a download of the book that is under way.
   * @param isRenewal the files of an earlier download stay when this one fails
   * @throws ApiError
   */
  function download(bookId: string, isRenewal = false): Promise<void> {
    const joined = running.get(bookId);
    if (joined) return joined.done;
    const controller = new AbortController();
    const done = downloadAlone(bookId, isRenewal, controller.signal).finally(() => {
      if (running.get(bookId)?.controller === controller) running.delete(bookId);
      // Other files of a download that has failed may still be on their way.
      controller.abort();
    });
    running.set(bookId, { done, controller });
    return done;
  }

  async function reload(): Promise<void> {
    const userId = user.get()?.id;
    const mine = (await records.all()).filter((record) => record.userId === userId);
    if (user.get()?.id !== userId) return;
    const downloading = [...books.get().values()].filter(({ state }) => state === 'downloading');
    // Without a difference no change is announced, or every shelf would check all of its books again.
    if (mine.length === 0 && books.get().size === downloading.length) return;
    const stored = mine.map(({ bookId, isCached, bytes, cachedAt }): OfflineBook => {
      return { bookId, state: isCached ? 'cached' : 'none', progress: isCached ? 1 : 0, bytes, cachedAt };
    });
    books.set(new Map([...stored, ...downloading].map((book) => [book.bookId, book])));
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
    for (const { bookId, state } of books.get().values()) {
      if (state !== 'cached' || user.get()?.id !== userId) continue;
      const stored = await records.bookOf(userId, bookId);
      // Without an answer it is tried again next time.
      const book = await api.call('GET /books/:id', { params: { id: bookId } }).catch(() => null);
      if (book === null || stored === undefined || stored.file_id === book.file_id) continue;
      await download(bookId, true).catch(() => undefined);
    }
  });

  return {
    books,
    expire,
    download: (bookId) => download(bookId),
    renew,
    async search(typed, limit, only) {
      const userId = user.get()?.id;
      const cached = [...books.get().values()].filter(
        ({ bookId, state }) => state === 'cached' && (only === undefined || bookId === only),
      );
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
      running.get(bookId)?.controller.abort();
      running.delete(bookId);
      await records.remove(bookId);
      hide(bookId);
    },
    start() {
      user.subscribe(() => runInBackground(reload()));
      runInBackground(reload());
      setTimeout(() => runInBackground(expire().then(renew)), limits.bookCleanupDelay);
    },
  };
}

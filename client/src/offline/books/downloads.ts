import type { BookText } from '@lectern/shared-contracts/api/books.ts';
import type { OfflineBook } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { ApiClient } from '../../api/client.ts';
import { ApiError, apiTexts } from '../../api/hostError.ts';
import { isQuotaError } from '../common/isQuotaError.ts';
import type { QueryClient } from '../reads/index.ts';
import { storageAvailability } from '../storage/storageAvailability.ts';
import { bookCacheName } from './bookCache.ts';
import { keepText } from './bookText.ts';
import type { DownloadRecords } from './downloadRecords.ts';

export interface BookDownloadPorts {
  api: Pick<ApiClient, 'call'>;
  data: Pick<QueryClient, 'keep' | 'refresh'>;
  user: Readable<{ id: string } | null>;
  /** Null where there is none: then nothing can be opened offline. */
  serviceWorker: Pick<ServiceWorkerContainer, 'ready' | 'controller'> | null;
  records: DownloadRecords;
  books: ShownBooks;
  caches: CacheStorage;
  fetch?: typeof fetch;
  available?: typeof storageAvailability;
  now(): number;
}

/** The downloaded books, and those on their way, as pages show them. */
export interface ShownBooks {
  state: Readable<ReadonlyMap<string, OfflineBook>>;
  set(books: readonly OfflineBook[]): void;
  show(book: OfflineBook): void;
  hide(bookId: string): void;
}

export function createShownBooks(): ShownBooks {
  const state = createWritable<ReadonlyMap<string, OfflineBook>>(new Map());
  return {
    state,
    set: (books) => state.set(new Map(books.map((book) => [book.bookId, book]))),
    show: (book) => state.set(new Map(state.get()).set(book.bookId, book)),
    hide: (bookId) => state.set(new Map([...state.get()].filter(([id]) => id !== bookId))),
  };
}

/** Downloads books for reading without a network. */
export interface BookDownloads {
  /**
   * Joins a download of the book that is under way.
   * @param isRenewal the files of an earlier download stay when this one fails
   * @throws ApiError
   */
  download(bookId: string, isRenewal: boolean): Promise<void>;
  /** Stops the download of the book, if there is one; it can start again at once. */
  stop(bookId: string): void;
}

export function createBookDownloads(ports: BookDownloadPorts): BookDownloads {
  const { api, data, user, records, books, caches, now, available = storageAvailability } = ports;
  /** Downloads that are under way, by book. */
  const running = new Map<string, { done: Promise<void>; controller: AbortController }>();

  async function fetchFiles(bookId: string, onProgress: (part: number, bytes: number) => void) {
    const manifest = await api.call('GET /books/:id/manifest', { params: { id: bookId } });
    const { downloadBook } = await import('./downloadBook.ts');
    const book = await api.call('GET /books/:id', { params: { id: bookId } });
    const cache = await caches.open(bookCacheName(bookId));
    const { bytes, keys } = await downloadBook({ book, manifest, cache, fetch: ports.fetch, onProgress });
    // A book without its text can be read all the same.
    await wholeText(api, bookId)
      .then(async (text) => keys.push(await keepText(caches, bookId, text)))
      .catch(() => undefined);
    return { book, cache, bytes, keys };
  }

  /** Settles once the book opens without a network: the app and every file are read back. */
  async function untilOpensOffline(
    bookId: string,
    worker: NonNullable<BookDownloadPorts['serviceWorker']>,
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

  async function downloadAlone(bookId: string, isRenewal: boolean, signal: AbortSignal): Promise<void> {
    const userId = user.get()?.id;
    const before = books.state.get().get(bookId);
    if (userId === undefined) return;
    const { serviceWorker } = ports;
    if (serviceWorker === null) throw new ApiError(apiTexts.noOffline, 0, 'unsupported');
    const room = await available();
    if (!room.available) throw new ApiError(room.reason, 0, 'storage');
    const progress = (part: number, bytes: number) =>
      books.show({ bookId, state: 'downloading', progress: part, bytes, cachedAt: null });
    progress(0, 0);
    // The reader may remove the book or sign out meanwhile: then nothing of it is stored.
    const isShown = () => books.state.get().get(bookId)?.state === 'downloading';
    const isWanted = () => user.get()?.id === userId && !signal.aborted && isShown();
    const stopped = () => new ApiError(apiTexts.downloadStopped, 0, 'stopped');
    try {
      // Files are fetched in parallel: when one has failed, others may still be on their way.
      const { book, cache, bytes, keys } = await fetchFiles(bookId, (part, soFar) => {
        if (isWanted()) progress(part, soFar);
      });
      // Cached answers name the old file.
      if (isRenewal) data.refresh('GET /books/:id/manifest');
      await untilOpensOffline(bookId, serviceWorker, keys).catch(async (error) => {
        // The files stay: the next attempt finds them here.
        if (error.code === 'not_ready' && !isRenewal && isWanted())
          await records.write(book, { userId, cachedAt: now(), isCached: false, bytes });
        throw error;
      });
      if (!isWanted()) throw stopped();
      const cachedAt = now();
      await records.write(book, { userId, cachedAt, isCached: true, bytes });
      books.show({ bookId, state: 'cached', progress: 1, bytes, cachedAt });
      await keepOnly(cache, keys);
      // Requested when there is something to store; the browser decides.
      navigator.storage?.persist?.().catch(() => false);
    } catch (failure) {
      const error = isWanted() ? failure : stopped();
      // The book was removed, and is being downloaded again.
      if (signal.aborted && running.has(bookId)) throw error;
      const { code } = error as Partial<ApiError>;
      if (isRenewal && before && code !== 'stopped') {
        books.show(before);
        throw error;
      }
      if (code !== 'not_ready') await records.dropFiles(bookId);
      books.hide(bookId);
      throw isQuotaError(error) ? new ApiError(apiTexts.storage, 0, 'storage') : error;
    }
  }

  return {
    download(bookId, isRenewal) {
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
    },
    stop(bookId) {
      running.get(bookId)?.controller.abort();
      running.delete(bookId);
    },
  };
}

/**
 * Keeps what the reader requests when it opens a book.
 * @returns whether the book and its manifest, which it cannot open without, are kept
 */
async function keepAnswers(data: BookDownloadPorts['data'], bookId: string): Promise<boolean> {
  const id = { params: { id: bookId } };
  const [book, manifest] = await Promise.all([
    data.keep('GET /books/:id', id),
    data.keep('GET /books/:id/manifest', id),
    data.keep('GET /books/:id/progress', id),
    data.keep('GET /books/:id/places', id),
    data.keep('GET /books/:id/highlights', id),
    data.keep('GET /books/:id/bookmarks', id),
    data.keep('GET /books/:id/form', id),
    data.keep('GET /notes/:bookId', { params: { bookId } }),
  ]);
  return book && manifest;
}

/** All pages of the text of a book. */
async function wholeText(api: BookDownloadPorts['api'], bookId: string): Promise<BookText> {
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
async function keepOnly(cache: Cache, keys: readonly string[]): Promise<void> {
  for (const { url } of await cache.keys()) {
    if (!keys.includes(new URL(url).pathname)) await cache.delete(url);
  }
}

import type { OfflineBook } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { ApiError, apiTexts } from '../../api/hostError.ts';
import { isQuotaError } from '../common/isQuotaError.ts';
import type { QueryClient } from '../reads/index.ts';
import { storageAvailability } from '../storage/storageAvailability.ts';
import type { DownloadRecords } from './downloadRecords.ts';
import { type FetchBookPorts, fetchBook, keepOnly, untilOpensOffline } from './fetchBook.ts';

export interface BookDownloadPorts extends FetchBookPorts {
  data: Pick<QueryClient, 'keep' | 'refresh'>;
  user: Readable<{ id: string } | null>;
  /** Null where there is none: then nothing can be opened offline. */
  serviceWorker: Pick<ServiceWorkerContainer, 'ready' | 'controller'> | null;
  records: DownloadRecords;
  books: ShownBooks;
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
  const { data, user, records, books, now, available = storageAvailability } = ports;
  /** Downloads that are under way, by book. */
  const running = new Map<string, { done: Promise<void>; controller: AbortController }>();

  async function downloadAlone(bookId: string, isRenewal: boolean, signal: AbortSignal): Promise<void> {
    const userId = user.get()?.id;
    const before = books.state.get().get(bookId);
    if (userId === undefined) return;
    const { serviceWorker } = ports;
    if (serviceWorker === null) throw new ApiError(apiTexts.noOffline, 0, 'unsupported');
    const storage = await available();
    if (!storage.available) throw new ApiError(storage.reason, 0, 'storage');
    const progress = (part: number, bytes: number) =>
      books.show({ bookId, state: 'downloading', progress: part, bytes, cachedAt: null });
    progress(0, 0);
    // The reader may remove the book or sign out meanwhile: then nothing of it is stored.
    const isShown = () => books.state.get().get(bookId)?.state === 'downloading';
    const isWanted = () => user.get()?.id === userId && !signal.aborted && isShown();
    const stopped = () => new ApiError(apiTexts.downloadStopped, 0, 'stopped');
    try {
      // Files are fetched in parallel: when one has failed, others may still be on their way.
      const { book, cache, bytes, keys } = await fetchBook(ports, bookId, (part, soFar) => {
        if (isWanted()) progress(part, soFar);
      });
      // Cached answers name the old file.
      if (isRenewal) data.refresh('GET /books/:id/manifest');
      await untilOpensOffline(ports, bookId, serviceWorker, keys).catch(async (error) => {
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

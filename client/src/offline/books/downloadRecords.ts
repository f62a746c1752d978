import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { LecternDatabase, LecternSchema } from '../storage/database.ts';
import { isStoredBook, isStoredMetadata } from '../storage/storedShapes.ts';
import { bookCacheName } from './bookCache.ts';

export type DownloadRecord = LecternSchema['metadata']['value'];

/**
 * What this browser has stored of downloaded books: records in the database, files in Cache Storage.
 * @param database gets the open database; null in a browser without one
 * @param caches undefined in a browser without them
 */
export function createDownloadRecords(
  database: () => Promise<LecternDatabase | null>,
  caches: CacheStorage | undefined,
) {
  const keyOf = (userId: string | undefined, bookId: string) => `${userId}/${bookId}`;

  async function dropFiles(bookId: string): Promise<void> {
    await caches?.delete(bookCacheName(bookId));
    const open = await database();
    const record = await open?.get('metadata', bookId);
    if (!record) return;
    await open?.put('metadata', { ...record, isCached: false, bytes: 0 });
    await open?.delete('books', keyOf(record.userId, bookId));
  }

  return {
    async all() {
      return ((await (await database())?.getAll('metadata')) ?? []).filter(isStoredMetadata);
    },
    /** The book as it was when it was downloaded. */
    async bookOf(userId: string | undefined, bookId: string) {
      const stored = await (await database())?.get('books', keyOf(userId, bookId));
      return isStoredBook(stored) ? stored.book : undefined;
    },
    /** @param isCached false when only its files are stored, for the next attempt */
    async write(book: Book, record: Pick<DownloadRecord, 'userId' | 'cachedAt' | 'isCached' | 'bytes'>) {
      const transaction = (await database())?.transaction(['books', 'metadata'], 'readwrite');
      if (transaction === undefined) return;
      const { id: bookId, title } = book;
      const { userId, cachedAt: lastAccessed } = record;
      await Promise.all([
        transaction
          .objectStore('books')
          .put({ id: keyOf(userId, bookId), userId, bookId, lastAccessed, book }),
        transaction.objectStore('metadata').put({ bookId, title, ...record }),
        transaction.done,
      ]);
    },
    /** Removes the files and the book; its record stays, marked as not cached. */
    dropFiles,
    async remove(bookId: string) {
      await dropFiles(bookId);
      await (await database())?.delete('metadata', bookId);
    },
  };
}

import type { HostOfflineBooks, OfflineBook } from '../contract/host.ts';
import type { Writable } from '../contract/readable.ts';

/** Downloads that are complete at once and store nothing. */
export function createTestOfflineBooks(books: Writable<ReadonlyMap<string, OfflineBook>>): HostOfflineBooks {
  return {
    books,
    async download(bookId) {
      const book: OfflineBook = { bookId, state: 'cached', progress: 1, bytes: 1_000, cachedAt: Date.now() };
      books.set(new Map(books.get()).set(bookId, book));
    },
    async remove(bookId) {
      books.set(new Map([...books.get()].filter(([id]) => id !== bookId)));
    },
    async search() {
      throw new Error('No book is downloaded.');
    },
  };
}

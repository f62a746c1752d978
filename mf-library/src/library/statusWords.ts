import type { BookStatus } from '@lectern/shared-contracts/api/books.ts';

/** The statuses as a reader reads them; keys of the texts. */
export const statusWords: Readonly<Record<BookStatus, string>> = {
  reading: 'Reading',
  paused: 'Paused',
  unread: 'Unread',
  completed: 'Completed',
};

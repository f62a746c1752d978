import type { BookStatus } from '@lectern/shared-contracts/api/books.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

/** The statuses as a reader reads them; keys of the texts. */
export const statusLabels: Readonly<Record<BookStatus, string>> = {
  reading: text('Reading'),
  paused: text('Paused'),
  unread: text('Unread'),
  completed: text('Completed'),
};

import type { Book } from '@lectern/shared-contracts/api/books.ts';

/** The kind of what is dragged while it is books of a shelf: their ids. */
export const dragMimeType = 'application/x-lectern-books';

/** Puts books on a drag. A link on it already stays, so that a book may be dropped on another window as well. */
export function putOnDrag(transfer: Pick<DataTransfer, 'setData'>, books: readonly Book[]): void {
  transfer.setData(dragMimeType, JSON.stringify(books.map(({ id }) => id)));
}

/** The ids on a drag; none when it is of something else. */
export function takenFromDrag(transfer: Pick<DataTransfer, 'getData'>): string[] {
  try {
    const ids: unknown = JSON.parse(transfer.getData(dragMimeType));
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

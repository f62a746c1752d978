import type { Book } from '@lectern/shared-contracts/api/books.ts';

/** MIME type of dragged books: their ids as JSON. */
export const dragMimeType = 'application/x-lectern-books';

/** Adds books to a drag; its link stays, so that a book can be dropped on another window. */
export function setDraggedBooks(transfer: Pick<DataTransfer, 'setData'>, books: readonly Book[]): void {
  transfer.setData(dragMimeType, JSON.stringify(books.map(({ id }) => id)));
}

/** The dragged ids; empty for other drags. */
export function draggedBooks(transfer: Pick<DataTransfer, 'getData'>): string[] {
  try {
    const ids: unknown = JSON.parse(transfer.getData(dragMimeType));
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

import type { Book } from '@lectern/shared-contracts/api/books.ts';

/** Where a click on a book leads: into it, or to its page when there is no file to read. */
export function bookAddress({ id, format }: Pick<Book, 'id' | 'format'>): string {
  return format === 'none' ? bookPageAddress(id) : `/read/${id}`;
}

export function bookPageAddress(bookId: string): string {
  return `/books/${bookId}`;
}

import type { Book } from '@lectern/shared-contracts/api/books.ts';

/** Address of a book: the reader, or its page when there is no file. */
export function bookAddress({ id, format }: Pick<Book, 'id' | 'format'>): string {
  return format === 'none' ? bookPageAddress(id) : `/read/${id}`;
}

export function bookPageAddress(bookId: string): string {
  return `/books/${bookId}`;
}

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { type SortOrder, sortLetter } from '../books/sortBooks.ts';

/** Number of books from which a list offers a letter index. */
export const manyBooks = 300;

/** A letter with the first book that begins with it. */
export interface Letter {
  letter: string;
  bookId: string;
}

/**
 * The first letters of the books, in list order; '#' for digits and symbols.
 * @param books sorted by title or author
 */
export function letterIndex(books: readonly Book[], order: SortOrder): Letter[] {
  if (order !== 'title' && order !== 'author') return [];
  const letters = new Map<string, string>();
  for (const book of books) {
    const letter = sortLetter(book, order);
    if (!letters.has(letter)) letters.set(letter, book.id);
  }
  return [...letters].map(([letter, bookId]) => ({ letter, bookId }));
}

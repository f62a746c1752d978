import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { type SortOrder, sortLetter } from '../books/sortBooks.ts';

/** Number of books from which a list has an index of letters and a dense view. */
export const manyBooks = 300;

/** A letter with the first book that begins with it. */
export interface Letter {
  letter: string;
  bookId: string;
}

/**
 * The letters that books begin with, in the order of the list; '#' for digits and signs.
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

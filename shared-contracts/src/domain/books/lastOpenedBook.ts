import type { Book } from '../../api/books.ts';

/** The book opened last that is not finished. */
export function lastOpenedBook(books: readonly Book[]): Book | undefined {
  return books
    .filter(({ completed, last_opened }) => !completed && last_opened !== null)
    .sort((a, b) => Date.parse(b.last_opened ?? '') - Date.parse(a.last_opened ?? ''))[0];
}

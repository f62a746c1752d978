import type { Book } from '../../api/books.ts';
import { isStopped } from './bookStatus.ts';

/**
 * The book that 'Continue' offers: begun, not finished, not stopped, and read last. Where no page was read, the date on
 * which it was opened or added is used.
 */
export function currentBook(books: readonly Book[]): Book | null {
  const begun = books.filter(
    (book) =>
      !book.completed && !isStopped(book) && (book.is_reading || (book.progress > 0 && book.progress < 100)),
  );
  return begun.reduce<Book | null>(
    (latest, book) => (latest === null || readAt(book) > readAt(latest) ? book : latest),
    null,
  );
}

/** When it was read last, in milliseconds; 0 for a book that the reader stopped reading. */
export const readAt = (book: Book): number =>
  isStopped(book) ? 0 : Date.parse(book.last_read ?? book.last_opened ?? book.created_at) || 0;

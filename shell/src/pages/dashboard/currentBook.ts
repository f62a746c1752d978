import type { Book } from '@lectern/shared-contracts/api/books.ts';

/**
 * The current book: the most recently opened one that is started and not finished. Null when there is none. For a book
 * that was never opened, the date on which it was added is used.
 */
export function currentBook(books: readonly Book[]): Book | null {
  const begun = books.filter(
    (book) => !book.completed && (book.is_reading || (book.progress > 0 && book.progress < 100)),
  );
  return begun.reduce<Book | null>(
    (latest, book) => (latest === null || openedAt(book) > openedAt(latest) ? book : latest),
    null,
  );
}

const openedAt = (book: Book) => Date.parse(book.last_opened ?? book.created_at) || 0;

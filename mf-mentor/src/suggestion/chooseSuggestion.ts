import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { MentorParagraphs } from '@lectern/shared-contracts/api/search.ts';
import { currentBook } from '@lectern/shared-contracts/domain/books/currentBook.ts';

export interface ShownSuggestion {
  book: Book;
  reason: string;
  said?: MentorParagraphs[number] | undefined;
}

/**
 * The first suggestion that is not the current book, which the dashboard shows already. If it is the only one,
 * that one.
 */
export function chooseSuggestion(
  suggestions: readonly (Omit<ShownSuggestion, 'book'> & { book_id: string })[],
  shelf: readonly Book[],
): ShownSuggestion | null {
  const onShelf = suggestions.flatMap(({ book_id, ...why }) => {
    const book = shelf.find(({ id }) => id === book_id);
    return book ? [{ book, ...why }] : [];
  });
  const current = currentBook(shelf);
  return onShelf.find(({ book }) => book.id !== current?.id) ?? onShelf[0] ?? null;
}

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';
import { normalizeBook } from '@lectern/shared-contracts/domain/books/book.ts';
import { useData } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';
import { useBooks } from '../data/useBooks.ts';

/** One book from the loaded library (also offline), else requested by id. */
export function useBook(bookId: string): Loadable<Book> {
  const library = useBooks();
  const requested = useData('GET /books/:id', { params: { id: bookId } });
  return useMemo(() => {
    const inLibrary =
      library.status === 'ready' ? library.value.items.find(({ id }) => id === bookId) : undefined;
    if (inLibrary) return { status: 'ready', value: inLibrary, stale: false };
    if (requested.status !== 'ready') return requested;
    const book = normalizeBook(requested.value);
    return book ? { ...requested, value: book } : { status: 'loading' };
  }, [library, requested, bookId]);
}

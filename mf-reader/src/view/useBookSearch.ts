import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import { type HostError, useHost } from '@lectern/shared-contracts/host.ts';
import { useEffect, useState } from 'react';

export type BookSearch =
  | { status: 'idle' | 'searching' }
  | { status: 'found'; passages: readonly Passage[] }
  | { status: 'failed'; error: HostError };

const pause = 300;
const fewest = 2;

/** Passages of a book with these words, once the reader has stopped typing. */
export function useBookSearch(bookId: string, query: string): BookSearch {
  const { api } = useHost();
  const [search, setSearch] = useState<BookSearch>({ status: 'idle' });
  useEffect(() => {
    const q = query.trim();
    if (q.length < fewest) {
      setSearch({ status: 'idle' });
      return;
    }
    let over = false;
    setSearch({ status: 'searching' });
    const timer = setTimeout(() => {
      api.call('GET /books/:id/search', { params: { id: bookId }, query: { q } }).then(
        ({ items }) => over || setSearch({ status: 'found', passages: items }),
        (error: HostError) => over || setSearch({ status: 'failed', error }),
      );
    }, pause);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [api, bookId, query]);
  return search;
}

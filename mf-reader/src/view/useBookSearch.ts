import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import { type HostError, useHost } from '@lectern/shared-contracts/host.ts';
import { useEffect, useState } from 'react';

export type BookSearch =
  | { status: 'idle' | 'searching' }
  | { status: 'found'; passages: readonly Passage[] }
  | { status: 'failed'; error: HostError };

const pause = 300;
const fewest = 2;

/**
 * Passages with these words, once the reader has stopped typing.
 * @param bookId null for all books of the reader
 */
export function useBookSearch(bookId: string | null, query: string): BookSearch {
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
      const asked =
        bookId === null
          ? api.call('GET /search', { query: { q, limit: 60 } })
          : api.call('GET /books/:id/search', { params: { id: bookId }, query: { q } });
      asked.then(
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

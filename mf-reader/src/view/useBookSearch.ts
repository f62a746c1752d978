import type { Manifest, Passage } from '@lectern/shared-contracts/api/books.ts';
import { type HostError, useHost } from '@lectern/shared-contracts/host.ts';
import { useEffect, useState } from 'react';
import type { SearchScope } from './readerStore.ts';

export type BookSearch =
  | { status: 'idle' | 'searching' }
  | { status: 'found'; passages: readonly Passage[] }
  | { status: 'failed'; error: HostError };

const pause = 300;
const fewest = 2;

/**
 * Passages with these words, once the reader has stopped typing: from the server's index, or, when it cannot be
 * reached, from the book itself as far as this browser has it.
 */
export function useBookSearch(manifest: Manifest, query: string, scope: SearchScope): BookSearch {
  const { api } = useHost();
  const [search, setSearch] = useState<BookSearch>({ status: 'idle' });
  useEffect(() => {
    const q = query.trim();
    if (q.length < fewest) {
      setSearch({ status: 'idle' });
      return;
    }
    const controller = new AbortController();
    setSearch({ status: 'searching' });
    const ask = async () => {
      if (scope === 'library') return (await api.call('GET /search', { query: { q, limit: 60 } })).items;
      const request = { params: { id: manifest.book_id }, query: { q } };
      try {
        return (await api.call('GET /books/:id/search', request)).items;
      } catch (error) {
        if ((error as HostError).status !== 0 || manifest.format !== 'epub') throw error;
        const { searchChapters } = await import('../search/searchChapters.ts');
        return searchChapters(manifest, q, controller.signal);
      }
    };
    const timer = setTimeout(() => {
      ask().then(
        (passages) => controller.signal.aborted || setSearch({ status: 'found', passages }),
        (error: HostError) => controller.signal.aborted || setSearch({ status: 'failed', error }),
      );
    }, pause);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [api, manifest, query, scope]);
  return search;
}

import type { Manifest, Passage } from '@lectern/shared-contracts/api/books.ts';
import { errorMessage, isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useState } from 'react';
import { positionAt } from '../engine/positions.ts';
import type { SearchScope } from '../state/readerStore.ts';

export type BookSearch =
  | { status: 'idle' | 'searching' }
  | { status: 'found'; passages: readonly Passage[] }
  | { status: 'failed'; message: string };

const pause = 300;
const fewest = 2;
/** Limit of matches over all downloaded books, which are then filtered to this book. */
const maxHits = 5_000;

/** Debounced full-text search: on the server, or, when it is unreachable, in the downloaded book. */
export function useBookSearch(manifest: Manifest, query: string, scope: SearchScope): BookSearch {
  const { api, offlineBooks } = useHost();
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
      const bookId = manifest.book_id;
      try {
        return scope === 'library'
          ? (await api.call('GET /search', { query: { q, limit: 60 } })).items
          : (await api.call('GET /books/:id/search', { params: { id: bookId }, query: { q } })).items;
      } catch (error) {
        if (!isHostError(error) || error.status !== 0) throw error;
        if (scope === 'library') return offlineBooks.search(q, 60);
        if (offlineBooks.books.get().get(bookId)?.state !== 'cached') throw error;
        return inThisBook(await offlineBooks.search(q, maxHits), manifest);
      }
    };
    const timer = setTimeout(() => {
      ask().then(
        (passages) => controller.signal.aborted || setSearch({ status: 'found', passages }),
        (error: unknown) =>
          controller.signal.aborted || setSearch({ status: 'failed', message: errorMessage(error) }),
      );
    }, pause);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [api, offlineBooks, manifest, query, scope]);
  return search;
}

/** Matches in this book that have all words, in reading order, with their pages. */
function inThisBook(passages: readonly Passage[], { book_id, spine }: Manifest): Passage[] {
  const paged = passages.flatMap((passage) => {
    if (passage.book_id !== book_id || passage.lacks || !passage.position) return [];
    const { spine_index: index = -1, fraction = 0, page } = passage.position;
    const chapter = spine[index];
    return [
      { ...passage, position: { ...passage.position, page: chapter ? positionAt(chapter, fraction) : page } },
    ];
  });
  return paged.sort((a, b) => (a.position.page ?? 0) - (b.position.page ?? 0));
}

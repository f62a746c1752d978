import type { Bookmark } from '@lectern/shared-contracts/api/annotations.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useData, useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';
import type { Place } from '../engine/renderer.ts';

export interface Bookmarks {
  /** In reading order. */
  items: readonly Bookmark[];
  /** The bookmark of a page; null for none. */
  at(page: number): Bookmark | null;
  add(place: Pick<Place, 'page' | 'locator'>, label: string | null): void;
  remove(bookmark: Pick<Bookmark, 'id' | 'page'>): void;
}

const none: readonly Bookmark[] = [];

/** The bookmarks of a book, one per page. */
export function useBookmarks(bookId: string): Bookmarks {
  const { sync } = useHost();
  const loaded = useData('GET /books/:id/bookmarks', { params: { id: bookId } });
  const loadedBookmarks = loaded.status === 'ready' ? loaded.value.items : none;
  return useMemo(
    () => ({
      items: loadedBookmarks.toSorted((a, b) => a.page - b.page),
      at: (page) => loadedBookmarks.find((bookmark) => bookmark.page === page) ?? null,
      add: ({ page, locator }, label) =>
        runInBackground(
          sync.enqueue('UPDATE_BOOKMARK', {
            id: crypto.randomUUID(),
            bookId,
            page,
            position: locator,
            label: label?.slice(0, 300) ?? null,
            updated_at: new Date().toISOString(),
          }),
        ),
      remove: ({ id, page }) => runInBackground(sync.enqueue('DELETE_BOOKMARK', { id, bookId, page })),
    }),
    [loadedBookmarks, sync, bookId],
  );
}

import type {
  Bookmark,
  Highlight,
  HighlightColor,
  HighlightStyle,
} from '@lectern/shared-contracts/api/annotations.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { isUnplaced } from '@lectern/shared-contracts/domain/books/isUnplaced.ts';
import { basisOf, textStamp, thoughtStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';
import type { Place, Selected } from '../engine/renderer.ts';

/** What its reader has marked and written in a book. */
export interface Annotations {
  highlights: Highlights;
  bookmarks: Bookmarks;
  notes: BookNotes;
}

export const useAnnotations = (bookId: string): Annotations => ({
  highlights: useHighlights(bookId),
  bookmarks: useBookmarks(bookId),
  notes: useBookNotes(bookId),
});

export type Highlights = ReturnType<typeof useHighlights>;

const none: readonly Highlight[] = [];
const maxTextLength = 20_000;
const undoMs = 5_000;

/** The highlights of a book with optimistic, queued changes. */
function useHighlights(bookId: string) {
  const { sync, notify } = useHost();
  const t = useTranslate();
  const loaded = useData('GET /books/:id/highlights', { params: { id: bookId } });
  const loadedHighlights = loaded.status === 'ready' ? loaded.value.items : none;
  const items = useMemo(
    () => loadedHighlights.toSorted((a, b) => compareLocators(a.position, b.position)),
    [loadedHighlights],
  );
  return useMemo(
    () => ({
      /** In reading order. */
      items,
      /** @returns the id of the new highlight. */
      create(
        { text, locator, page }: Pick<Selected, 'text' | 'locator' | 'page'>,
        color: HighlightColor,
        style: HighlightStyle = 'highlight',
      ) {
        const id = crypto.randomUUID();
        runInBackground(
          sync.enqueue('CREATE_HIGHLIGHT', {
            id,
            bookId,
            text: text.slice(0, maxTextLength),
            color,
            style,
            page,
            position: locator,
            note: null,
            created_at: new Date().toISOString(),
          }),
        );
        return id;
      },
      change(id: string, changes: { color?: HighlightColor; style?: HighlightStyle }) {
        const shown = items.find((highlight) => highlight.id === id);
        const basis = shown ? { basis: basisOf(shown, changes) } : {};
        runInBackground(sync.enqueue('UPDATE_HIGHLIGHT', { id, bookId, ...changes, ...basis }));
      },
      /** Resolves when the note is stored in this browser. @param before the note as shown */
      setNote: (id: string, note: string | null, before: string | null) =>
        sync.enqueue('UPDATE_HIGHLIGHT', { id, bookId, note, replaces: [thoughtStamp(before)] }),
      /** Can be undone for a moment. @param seen the note as shown; by default the one in the list */
      remove(id: string, note = items.find((highlight) => highlight.id === id)?.note) {
        const seen = note === undefined ? {} : { seen: [thoughtStamp(note)] };
        const actionId = crypto.randomUUID();
        const held = { id: actionId, holdFor: undoMs + 2_000 };
        runInBackground(sync.enqueue('DELETE_HIGHLIGHT', { id, bookId, ...seen }, held));
        notify.show({
          tone: 'info',
          message: t('Highlight deleted.'),
          duration: undoMs,
          action: { label: t('Undo'), onAction: () => runInBackground(sync.drop(actionId)) },
        });
      },
    }),
    [items, sync, notify, t, bookId],
  );
}

export type BookNotes = ReturnType<typeof useBookNotes>;

const noNotes: readonly Note[] = [];

/** Page notes of a book. */
function useBookNotes(bookId: string) {
  const { sync } = useHost();
  const loaded = useData('GET /notes/:bookId', { params: { bookId } });
  const loadedNotes = loaded.status === 'ready' ? loaded.value.items : noNotes;
  return useMemo(
    () => ({
      /** In reading order. */
      items: loadedNotes.toSorted((a, b) => compareLocators(a.position, b.position)),
      /** Resolves when the note is stored. */
      add: (content: string, place: Pick<Place, 'page' | 'locator'> | null) =>
        sync.enqueue('CREATE_NOTE', {
          id: crypto.randomUUID(),
          bookId,
          content,
          type: 'note',
          page: place?.page ?? null,
          position: place?.locator ?? null,
          color: null,
          tags: [],
          created_at: new Date().toISOString(),
        }),
      remove(id: string) {
        const note = loadedNotes.find((other) => other.id === id);
        runInBackground(
          sync.enqueue('DELETE_NOTE', { id, bookId, ...(note ? { seen: [textStamp(note)] } : {}) }),
        );
      },
    }),
    [loadedNotes, sync, bookId],
  );
}

export type Bookmarks = ReturnType<typeof useBookmarks>;

const noBookmarks: readonly Bookmark[] = [];

/** The bookmarks of a book, one per page. */
function useBookmarks(bookId: string) {
  const { sync } = useHost();
  const loaded = useData('GET /books/:id/bookmarks', { params: { id: bookId } });
  const loadedBookmarks = loaded.status === 'ready' ? loaded.value.items : noBookmarks;
  return useMemo(
    () => ({
      /** In reading order. */
      items: loadedBookmarks.toSorted((a, b) => a.page - b.page),
      /** The bookmark of a page; null for none. */
      at: (page: number) => loadedBookmarks.find((bookmark) => bookmark.page === page) ?? null,
      add: ({ page, locator }: Pick<Place, 'page' | 'locator'>, label: string | null) =>
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
      remove: ({ id, page }: Pick<Bookmark, 'id' | 'page'>) =>
        runInBackground(sync.enqueue('DELETE_BOOKMARK', { id, bookId, page })),
    }),
    [loadedBookmarks, sync, bookId],
  );
}

/** Reading order; entries without a position last. */
export function compareLocators(one: Locator | null, other: Locator | null): number {
  const [a, b] = [placed(one), placed(other)];
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return (
    (a.spine_index ?? 0) - (b.spine_index ?? 0) ||
    (a.fraction ?? 0) - (b.fraction ?? 0) ||
    (a.page ?? 0) - (b.page ?? 0) ||
    // PDF coordinates start at the bottom.
    (b.rects?.[0]?.[3] ?? 0) - (a.rects?.[0]?.[3] ?? 0)
  );
}

const placed = (locator: Locator | null): Locator | null => (isUnplaced(locator) ? null : locator);

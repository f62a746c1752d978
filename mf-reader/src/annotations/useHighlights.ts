import type { Highlight, HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { basisOf, thoughtStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { useData, useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';
import type { Selected } from '../engine/renderer.ts';
import { compareLocators } from './order.ts';

export interface Highlights {
  /** In reading order. */
  items: readonly Highlight[];
  /** @returns the id of the new highlight. */
  create(
    selected: Pick<Selected, 'text' | 'locator' | 'page'>,
    color: HighlightColor,
    style?: HighlightStyle,
  ): string;
  change(id: string, changes: { color?: HighlightColor; style?: HighlightStyle }): void;
  /** Resolves when the note is stored in this browser. @param before the note as shown */
  setNote(id: string, note: string | null, before: string | null): Promise<void>;
  /** @param seen the note as shown; by default the one in the list */
  remove(id: string, seen?: string | null): void;
}

const none: readonly Highlight[] = [];
const maxTextLength = 20_000;

/** The highlights of a book with optimistic, queued changes. */
export function useHighlights(bookId: string): Highlights {
  const { sync } = useHost();
  const loaded = useData('GET /books/:id/highlights', { params: { id: bookId } });
  const loadedHighlights = loaded.status === 'ready' ? loaded.value.items : none;
  const items = useMemo(
    () => loadedHighlights.toSorted((a, b) => compareLocators(a.position, b.position)),
    [loadedHighlights],
  );
  return useMemo(
    () => ({
      items,
      create({ text, locator, page }, color, style = 'highlight') {
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
      change(id, changes) {
        const shown = items.find((highlight) => highlight.id === id);
        const basis = shown ? { basis: basisOf(shown, changes) } : {};
        runInBackground(sync.enqueue('UPDATE_HIGHLIGHT', { id, bookId, ...changes, ...basis }));
      },
      setNote: (id, note, before) =>
        sync.enqueue('UPDATE_HIGHLIGHT', { id, bookId, note, replaces: [thoughtStamp(before)] }),
      remove(id, note = items.find((highlight) => highlight.id === id)?.note) {
        const seen = note === undefined ? {} : { seen: [thoughtStamp(note)] };
        runInBackground(sync.enqueue('DELETE_HIGHLIGHT', { id, bookId, ...seen }));
      },
    }),
    [items, sync, bookId],
  );
}

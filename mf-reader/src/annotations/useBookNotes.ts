import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { textStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { useData, useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';
import type { Place } from '../engine/renderer.ts';
import { compareLocators } from './order.ts';

export interface BookNotes {
  /** In reading order. */
  items: readonly Note[];
  /** Resolves when the note is stored. */
  add(content: string, place: Pick<Place, 'page' | 'locator'> | null): Promise<void>;
  change(id: string, content: string): void;
  remove(id: string): void;
}

const none: readonly Note[] = [];

/** Page notes of a book. */
export function useBookNotes(bookId: string): BookNotes {
  const { sync } = useHost();
  const loaded = useData('GET /notes/:bookId', { params: { bookId } });
  const loadedNotes = loaded.status === 'ready' ? loaded.value.items : none;
  return useMemo(
    () => ({
      items: loadedNotes.toSorted((a, b) => compareLocators(a.position, b.position)),
      add: (content, place) =>
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
      change(id, content) {
        const note = loadedNotes.find((other) => other.id === id);
        const replaces = note ? [textStamp(note)] : undefined;
        runInBackground(
          sync.enqueue('UPDATE_NOTE', { id, bookId, content, ...(replaces ? { replaces } : {}) }),
        );
      },
      remove(id) {
        const note = loadedNotes.find((other) => other.id === id);
        runInBackground(
          sync.enqueue('DELETE_NOTE', { id, bookId, ...(note ? { seen: [textStamp(note)] } : {}) }),
        );
      },
    }),
    [loadedNotes, sync, bookId],
  );
}

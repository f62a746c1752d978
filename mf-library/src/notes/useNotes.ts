import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { useData } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';
import { itemsOf } from '../data/itemsOf.ts';
import { type Entry, entriesOf } from './entries.ts';

export interface NotesState {
  status: 'loading' | 'ready' | 'error';
  entries: readonly Entry[];
  /** Set when neither notes nor highlights could be loaded. */
  failed: { error: HostError; read: ReadKey } | null;
}

/** Notes and highlights of all books, newest first. */
export function useNotes(books: readonly Book[]): NotesState {
  const notes = useData('GET /notes', {});
  const highlights = useData('GET /highlights', {});
  const entries = useMemo(
    () => entriesOf(itemsOf(notes), itemsOf(highlights), books),
    [notes, highlights, books],
  );
  if (notes.status === 'error') {
    return { status: 'error', entries, failed: { error: notes.error, read: 'GET /notes' } };
  }
  if (highlights.status === 'error') {
    return { status: 'error', entries, failed: { error: highlights.error, read: 'GET /highlights' } };
  }
  const loading = notes.status === 'loading' || highlights.status === 'loading';
  return { status: loading ? 'loading' : 'ready', entries, failed: null };
}

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { createContext, useContext } from 'react';
import type { BookActions } from './useBookActions.ts';

export type BookDialog = 'collection' | 'edit' | 'replace' | 'delete';

/** Commands of the books in a list, and the dialogs that confirm them. */
export interface Shelf {
  actions: BookActions;
  /** @param onDone called after the change */
  ask(dialog: BookDialog, books: readonly Book[], onDone?: () => void): void;
}

export const ShelfContext = createContext<Shelf | null>(null);

export function useShelf(): Shelf {
  const shelf = useContext(ShelfContext);
  if (shelf === null) throw new Error('useShelf is for what stands inside <ShelfProvider>.');
  return shelf;
}

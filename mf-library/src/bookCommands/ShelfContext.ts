import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { createContext, useContext } from 'react';
import type { BookActions } from './useBookActions.ts';

export type BookDialog = 'collection' | 'edit' | 'delete';

/** What the books on a shelf share: what can be done to them, and who asks the reader first. */
export interface Shelf {
  actions: BookActions;
  /** @param onDone called when what was asked has been done */
  ask(dialog: BookDialog, books: readonly Book[], onDone?: () => void): void;
}

export const ShelfContext = createContext<Shelf | null>(null);

export function useShelf(): Shelf {
  const shelf = useContext(ShelfContext);
  if (shelf === null) throw new Error('useShelf is for what stands inside <ShelfProvider>.');
  return shelf;
}

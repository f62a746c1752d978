import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { AddToCollectionDialog } from './AddToCollectionDialog.tsx';
import { DeleteBookDialog } from './DeleteBookDialog.tsx';
import { EditDetailsDialog } from './EditDetailsDialog.tsx';
import { type BookDialog, type Shelf, ShelfContext } from './ShelfContext.ts';
import { useBookActions } from './useBookActions.ts';

/** Gives the books below their commands, and shows the dialogs that some of these need. */
export function ShelfProvider({ children }: { children: ReactNode }) {
  const actions = useBookActions();
  const [asked, setAsked] = useState<{ dialog: BookDialog; book: Book } | null>(null);
  const shelf = useMemo<Shelf>(
    () => ({ actions, ask: (dialog, book) => setAsked({ dialog, book }) }),
    [actions],
  );
  const close = () => setAsked(null);
  return (
    <ShelfContext value={shelf}>
      {children}
      {asked?.dialog === 'collection' ? <AddToCollectionDialog book={asked.book} onClose={close} /> : null}
      {asked?.dialog === 'edit' ? <EditDetailsDialog book={asked.book} onClose={close} /> : null}
      {asked?.dialog === 'delete' ? <DeleteBookDialog book={asked.book} onClose={close} /> : null}
    </ShelfContext>
  );
}

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { LazyDialog } from '../../data/LazyView.tsx';
import { type BookCommands, BookCommandsContext, type BookDialog, useBookActions } from './useBookActions.ts';

const dialogs = {
  collection: () => import('./AddToCollectionDialog.tsx').then((module) => module.AddToCollectionDialog),
  edit: () => import('./EditDetailsDialog.tsx').then((module) => module.EditDetailsDialog),
  tags: () => import('./TagBooksDialog.tsx').then((module) => module.TagBooksDialog),
  join: () => import('./JoinBooksDialog.tsx').then((module) => module.JoinBooksDialog),
  replace: () => import('./ReplaceFileDialog.tsx').then((module) => module.ReplaceFileDialog),
  send: () => import('./SendBookDialog.tsx').then((module) => module.SendBookDialog),
  delete: () => import('./DeleteBooksDialog.tsx').then((module) => module.DeleteBooksDialog),
};

/** Provides book commands and renders their dialogs. */
export function BookCommandsProvider({ children }: { children: ReactNode }) {
  const actions = useBookActions();
  const [openDialog, setOpenDialog] = useState<{
    dialog: BookDialog;
    books: readonly Book[];
    onDone?: () => void;
  } | null>(null);
  const commands = useMemo<BookCommands>(
    () => ({ actions, ask: (dialog, books, onDone) => setOpenDialog({ dialog, books, onDone }) }),
    [actions],
  );
  const close = () => setOpenDialog(null);
  return (
    <BookCommandsContext value={commands}>
      {children}
      {openDialog && openDialog.books.length > 0 ? (
        <LazyDialog
          key={openDialog.dialog}
          load={dialogs[openDialog.dialog]}
          props={{ books: openDialog.books, onClose: close, onDone: openDialog.onDone }}
          onFailed={close}
        />
      ) : null}
    </BookCommandsContext>
  );
}

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useData, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { useState } from 'react';
import { useBookCommands } from './useBookActions.ts';

interface DeleteBooksDialogProps {
  books: readonly Book[];
  onClose: () => void;
  onDone?: () => void;
}

/** Confirms deleting books with their notes, highlights and sessions. */
export function DeleteBooksDialog({ books, onClose, onDone }: DeleteBooksDialogProps) {
  const t = useTranslate();
  // Only what was shown: text written since on another device is not deleted.
  useData('GET /notes', {});
  useData('GET /highlights', {});
  const { actions } = useBookCommands();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const done = await actions.remove(books);
    setBusy(false);
    if (!done) return;
    onClose();
    onDone?.();
  };
  const [first] = books;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={
        books.length === 1 && first
          ? t('Delete “{{title}}”?', { title: first.title })
          : t('Delete {{count}} books?', { count: books.length })
      }
      description={
        books.length === 1
          ? t(
              'Its file, notes, highlights, bookmarks and progress are deleted too. All of it stays in the bin for 30 days.',
            )
          : t(
              'Their files, notes, highlights, bookmarks and progress are deleted too. All of it stays in the bin for 30 days.',
            )
      }
      confirmLabel={t('Delete')}
      cancelLabel={t('Cancel')}
      onConfirm={() => runInBackground(remove())}
      busy={busy}
      danger
    />
  );
}

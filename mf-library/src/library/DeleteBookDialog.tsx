import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/host.ts';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { useState } from 'react';
import { useShelf } from './ShelfContext.ts';

/** Asks before a book goes, with everything that hangs on it. */
export function DeleteBookDialog({ book, onClose }: { book: Book; onClose: () => void }) {
  const t = useTranslate();
  const { actions } = useShelf();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const done = await actions.remove(book);
    setBusy(false);
    if (done) onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('Delete “{{title}}”?', { title: book.title })}
      description={t(
        'Its file, notes, highlights, bookmarks and progress are deleted with it. This cannot be undone.',
      )}
      confirmLabel={t('Delete')}
      cancelLabel={t('Cancel')}
      onConfirm={() => void remove()}
      busy={busy}
      danger
    />
  );
}

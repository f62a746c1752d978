import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { shownStatus } from '@lectern/shared-contracts/domain/bookStatus.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Square } from 'lucide-react';
import { useShelf } from './ShelfContext.ts';

/** On books that are being read: ends the session, or says that the reading rests. */
export function StopButton({ book, tabIndex }: { book: Book; tabIndex?: number }) {
  const t = useTranslate();
  const { actions } = useShelf();
  const active = useReadable(useHost().session.active);
  const onThisBook = active?.book.id === book.id;
  if (!onThisBook && shownStatus(book) !== 'reading') return null;
  return (
    <IconButton
      label={t('Stop reading {{title}}', { title: book.title })}
      icon={<Square fill="currentColor" />}
      size="small"
      tabIndex={tabIndex}
      onClick={() => void actions.stop(book)}
    />
  );
}

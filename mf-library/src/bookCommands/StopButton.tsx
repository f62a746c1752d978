import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { shownStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { CircleStop } from 'lucide-react';
import { useShelf } from './ShelfContext.ts';

/** Ends the session of a book, or marks the book as paused. */
export function StopButton({ book, tabIndex }: { book: Book; tabIndex?: number }) {
  const t = useTranslate();
  const { actions } = useShelf();
  const active = useReadable(useHost().session.active);
  const onThisBook = active?.book.id === book.id;
  if (!onThisBook && shownStatus(book) !== 'reading') return null;
  const label = t('Stop reading {{title}}', { title: book.title });
  return (
    <IconButton
      label={label}
      // A native title: a positioned tooltip would be rendered for every cover that scrolls by.
      tooltip={false}
      title={label}
      icon={<CircleStop />}
      size="small"
      tabIndex={tabIndex}
      onClick={() => runInBackground(actions.stop(book))}
    />
  );
}

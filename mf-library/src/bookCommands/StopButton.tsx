import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { shownStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { useShelf } from './ShelfContext.ts';

/** Stops reading a book: ends a session on it, and takes it out of 'Continue'. Can be undone. */
export function StopButton({ book, tabIndex }: { book: Book; tabIndex?: number }) {
  const t = useTranslate();
  const { actions } = useShelf();
  const active = useReadable(useHost().session.active);
  const onThisBook = active?.book.id === book.id;
  if (!onThisBook && shownStatus(book) !== 'reading') return null;
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={t('Stop reading {{title}}', { title: book.title })}
      tabIndex={tabIndex}
      onClick={() => runInBackground(actions.stop(book))}
    >
      {t('Stop reading')}
    </Button>
  );
}

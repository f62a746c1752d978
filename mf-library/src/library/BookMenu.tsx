import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { EllipsisVertical } from 'lucide-react';
import { bookMenuItems } from './bookMenuItems.tsx';
import { useShelf } from './ShelfContext.ts';
import { useBookSession } from './useBookSession.ts';

/** Everything one can do with a book, behind three dots. */
export function BookMenu({ book, tabIndex }: { book: Book; tabIndex?: number }) {
  const { offlineBooks } = useHost();
  const t = useTranslate();
  const { actions, ask } = useShelf();
  const session = useBookSession(book.id);
  const offline = useReadable(offlineBooks.books).get(book.id)?.state ?? 'none';
  return (
    <Menu
      label={book.title}
      items={bookMenuItems({ book, session, offline, actions, ask: (dialog) => ask(dialog, book), t })}
      trigger={
        <IconButton
          label={t('More about {{title}}', { title: book.title })}
          icon={<EllipsisVertical />}
          size="small"
          tabIndex={tabIndex}
        />
      }
    />
  );
}

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { EllipsisVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { useBookSession } from '../books/useBookSession.ts';
import { bookMenuItems } from './bookMenuItems.tsx';
import { useShelf } from './ShelfContext.ts';

interface BookMenuProps {
  book: Book;
  tabIndex?: number;
  /** On the book's own page, the link to that page is omitted. */
  onPage?: boolean;
}

/**
 * Menu with all commands of a book. The menu itself is created on first use: scrolling
 * fast must not create hundreds.
 */
export function BookMenu({ book, tabIndex, onPage }: BookMenuProps) {
  const t = useTranslate();
  const [wanted, setWanted] = useState(false);
  const label = t('More about {{title}}', { title: book.title });
  const button = {
    label,
    // A native title: a positioned tooltip would be rendered for every cover that scrolls by.
    tooltip: false,
    title: label,
    icon: <EllipsisVertical />,
    size: onPage ? ('medium' as const) : ('small' as const),
    tabIndex,
  };
  if (wanted) return <OpenedMenu book={book} onPage={onPage} trigger={<IconButton {...button} />} />;
  return (
    <IconButton
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setWanted(true);
      }}
    />
  );
}

function OpenedMenu({ book, onPage = false, trigger }: BookMenuProps & { trigger: ReactElement }) {
  const { offlineBooks, navigation } = useHost();
  const t = useTranslate();
  const { actions, ask } = useShelf();
  const session = useBookSession(book.id);
  const offline = useReadable(offlineBooks.books).get(book.id)?.state ?? 'none';
  const items = bookMenuItems({
    book,
    session,
    offline,
    actions,
    onPage,
    ask: (dialog) =>
      // Leave the page of a deleted book.
      ask(
        dialog,
        [book],
        onPage && dialog === 'delete' ? () => navigation.go('/library', { replace: true }) : undefined,
      ),
    t,
  });
  return <Menu label={book.title} items={items} trigger={trigger} defaultOpen />;
}

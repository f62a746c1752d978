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
  /** It stands on the page of the book itself, which it need not lead to. */
  onPage?: boolean;
}

/**
 * Everything one can do with a book, behind three dots. The menu itself is made when it is first asked for: a shelf
 * scrolled fast must not make hundreds of them.
 */
export function BookMenu({ book, tabIndex, onPage }: BookMenuProps) {
  const t = useTranslate();
  const [wanted, setWanted] = useState(false);
  const label = t('More about {{title}}', { title: book.title });
  const button = {
    label,
    // The browser's own: one that places itself would be made for every cover that scrolls by.
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
  const { offlineBooks } = useHost();
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
    ask: (dialog) => ask(dialog, [book]),
    t,
  });
  return <Menu label={book.title} items={items} trigger={trigger} defaultOpen />;
}

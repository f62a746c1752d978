import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu, type MenuItem } from '@lectern/shared-ui/Menu.tsx';
import {
  BookOpen,
  CircleCheck,
  CircleDashed,
  CircleStop,
  CloudDownload,
  CloudOff,
  EllipsisVertical,
  FileUp,
  FolderPlus,
  Heart,
  HeartOff,
  Info,
  Pause,
  PencilLine,
  Play,
  Timer,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { useBookSession } from '../books/useBookFacts.ts';
import { type BookActions, type BookDialog, useShelf } from './useBookActions.ts';

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

interface BookMenuContext {
  book: Book;
  /** State of the reading session for this book. */
  session: 'none' | 'running' | 'paused';
  offline: 'none' | 'downloading' | 'cached';
  /** Shown on the book's own page. */
  onPage?: boolean;
  actions: BookActions;
  ask: (dialog: BookDialog) => void;
  t: Translate;
}

/** An item, or false where the book's state has none. */
type MaybeItem = MenuItem | false;

/** The items of a book's menu, by the book's state. */
function bookMenuItems(context: BookMenuContext): MenuItem[] {
  const { ask, t } = context;
  const items: MaybeItem[] = [
    ...sessionItems(context),
    ...readingItems(context),
    ...shelfItems(context),
    {
      id: 'delete',
      label: t('Delete'),
      icon: <Trash2 />,
      onSelect: () => ask('delete'),
      danger: true,
      separatorBefore: true,
    },
  ];
  return items.filter((item) => item !== false);
}

/** Starting, pausing and ending the reading session. */
const sessionItems = ({ book, session, actions, t }: BookMenuContext): MaybeItem[] => [
  session === 'none' && {
    id: 'start',
    label: t('Start Reading Session'),
    icon: <Timer />,
    onSelect: () => runInBackground(actions.startSession(book)),
  },
  session === 'running' && {
    id: 'pause',
    label: t('Pause'),
    icon: <Pause />,
    onSelect: () => runInBackground(actions.pauseSession()),
  },
  session === 'paused' && {
    id: 'resume',
    label: t('Resume'),
    icon: <Play />,
    onSelect: () => runInBackground(actions.resumeSession()),
  },
  session !== 'none' && {
    id: 'end',
    label: t('End Session'),
    icon: <CircleStop />,
    onSelect: () => runInBackground(actions.endSession()),
  },
];

/** Opening the book, and marking it as read. */
const readingItems = ({ book, onPage, actions, t }: BookMenuContext): MaybeItem[] => [
  book.format !== 'none' && {
    id: 'open',
    label: t('Open Book'),
    icon: <BookOpen />,
    onSelect: () => actions.open(book),
  },
  !onPage && {
    id: 'about',
    label: t('About this Book'),
    icon: <Info />,
    onSelect: () => actions.openPage(book),
  },
  book.completed
    ? {
        id: 'unread',
        label: t('Mark as Unread'),
        icon: <CircleDashed />,
        onSelect: () => runInBackground(actions.setStatus([book], 'unread')),
      }
    : {
        id: 'completed',
        label: t('Mark as Completed'),
        icon: <CircleCheck />,
        onSelect: () => runInBackground(actions.setStatus([book], 'completed')),
      },
];

/** What is kept of the book and where: collections, favorites, downloads, details and the file. */
const shelfItems = ({ book, offline, actions, ask, t }: BookMenuContext): MaybeItem[] => [
  {
    id: 'collection',
    label: t('Add to Collection'),
    icon: <FolderPlus />,
    onSelect: () => ask('collection'),
    separatorBefore: true,
  },
  {
    id: 'favorite',
    label: book.favorite ? t('Remove from Favorites') : t('Add to Favorites'),
    icon: book.favorite ? <HeartOff /> : <Heart />,
    onSelect: () => runInBackground(actions.update(book, { favorite: !book.favorite })),
  },
  offline === 'none'
    ? {
        id: 'download',
        label: t('Download for Offline'),
        icon: <CloudDownload />,
        onSelect: () => runInBackground(actions.download(book)),
        disabled: book.format === 'none',
      }
    : {
        id: 'download',
        label: offline === 'cached' ? t('Remove Download') : t('Stop Download'),
        icon: <CloudOff />,
        onSelect: () => runInBackground(actions.removeDownload(book)),
      },
  { id: 'edit', label: t('Edit Details'), icon: <PencilLine />, onSelect: () => ask('edit') },
  book.format !== 'none' && {
    id: 'replace',
    label: t('Replace the File…'),
    icon: <FileUp />,
    onSelect: () => ask('replace'),
  },
];

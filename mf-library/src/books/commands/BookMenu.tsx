import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import {
  useData,
  useHost,
  usePoint,
  useReadable,
  useTranslate,
} from '@lectern/shared-contracts/react/hooks.ts';
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
  History,
  Info,
  Merge,
  Pause,
  PencilLine,
  Play,
  Send,
  Timer,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { useRunFill } from '../../data/useRunFill.ts';
import { useBookSession } from '../useBookFacts.ts';
import { useBookCommands } from './useBookActions.ts';

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

function OpenedMenu({ book, onPage, trigger }: BookMenuProps & { trigger: ReactElement }) {
  const items = useBookMenuItems(book, onPage);
  return <Menu label={book.title} items={items} trigger={trigger} defaultOpen />;
}

/** The items of a book's menu, by the book's state: its session, reading it, what is kept of it and where. */
function useBookMenuItems(book: Book, onPage = false): MenuItem[] {
  const { offlineBooks, navigation, showVersions } = useHost();
  const t = useTranslate();
  const { actions, ask } = useBookCommands();
  const input = { book, format: book.format };
  const fills = usePoint('mf-library/book-action', input);
  const runFill = useRunFill();
  const session = useBookSession(book.id);
  const offline = useReadable(offlineBooks.books).get(book.id)?.state ?? 'none';
  const sending = useData('GET /auth/send-addresses', {});
  const hasMail = sending.status === 'ready' && sending.value.from !== null;
  const hasFile = book.format !== 'none';
  // Leave the page of a deleted book.
  const leave = onPage ? () => navigation.go('/library', { replace: true }) : undefined;
  const item = (
    label: string,
    icon: ReactElement,
    work: () => unknown,
    more: Partial<MenuItem> = {},
  ): MenuItem => ({
    id: label,
    label,
    icon,
    onSelect: () => runInBackground(Promise.resolve(work())),
    ...more,
  });
  const items = [
    session === 'none' && item(t('Start Reading Session'), <Timer />, () => actions.startSession(book)),
    session === 'running' && item(t('Pause'), <Pause />, actions.pauseSession),
    session === 'paused' && item(t('Resume'), <Play />, actions.resumeSession),
    session !== 'none' && item(t('End Session'), <CircleStop />, actions.endSession),
    // Its page has buttons for reading it and for its details beside the menu.
    !onPage && hasFile && item(t('Open Book'), <BookOpen />, () => actions.open(book)),
    !onPage && item(t('About this Book'), <Info />, () => actions.openPage(book)),
    book.completed
      ? item(t('Mark as Unread'), <CircleDashed />, () => actions.setStatus([book], 'unread'))
      : item(t('Mark as Completed'), <CircleCheck />, () => actions.setStatus([book], 'completed')),
    item(t('Add to Collection'), <FolderPlus />, () => ask('collection', [book]), { separatorBefore: true }),
    book.favorite
      ? item(t('Remove from Favorites'), <HeartOff />, () => actions.update(book, { favorite: false }))
      : item(t('Add to Favorites'), <Heart />, () => actions.update(book, { favorite: true })),
    offline === 'none' &&
      item(t('Download for Offline'), <CloudDownload />, () => actions.download(book), {
        disabled: !hasFile,
      }),
    offline === 'cached' && item(t('Remove Download'), <CloudOff />, () => actions.removeDownload(book)),
    offline === 'downloading' && item(t('Stop Download'), <CloudOff />, () => actions.removeDownload(book)),
    hasFile && hasMail && item(t('Send by Email…'), <Send />, () => ask('send', [book])),
    ...fills.map((fill) => ({
      ...item(fill.label, fill.icon, () => runFill(fill, input)),
      id: fill.id,
    })),
    !onPage && item(t('Edit Details'), <PencilLine />, () => ask('edit', [book])),
    item(t('Earlier Versions'), <History />, () => showVersions('book', book.id)),
    hasFile && item(t('Replace the File…'), <FileUp />, () => ask('replace', [book])),
    item(t('Join With…'), <Merge />, () => ask('join', [book])),
    item(t('Delete'), <Trash2 />, () => ask('delete', [book], leave), {
      danger: true,
      separatorBefore: true,
    }),
  ];
  return items.filter((one) => one !== false);
}

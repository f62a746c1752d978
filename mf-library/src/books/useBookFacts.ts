import type { Book, BookStatus } from '@lectern/shared-contracts/api/books.ts';
import { statusLabels } from '@lectern/shared-contracts/domain/books/bookLabels.ts';
import { shownStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { useHost, useReadable, useSelected, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';

export interface BookFacts {
  status: BookStatus;
  /** 'Reading', or 'Reading now' while a session runs. */
  statusText: string;
  /** Whole percent; null for books not started or completed. */
  percent: number | null;
  offline: boolean;
  /** Without a network, a book with a file that has not been downloaded. */
  away: boolean;
}

/** Status and progress of a book, as text. */
export function useBookFacts(book: Book): BookFacts {
  const { session, offlineBooks, network } = useHost();
  const t = useTranslate();
  const active = useReadable(session.active);
  const offline = useSelected(offlineBooks.books, (books) => books.get(book.id)?.state === 'cached');
  const cut = useSelected(network, (state) => state === 'offline');
  const status = shownStatus(book, active);
  const live = active?.book.id === book.id && !active.isPaused;
  const begun = book.progress > 0 && status !== 'completed' && status !== 'unread';
  return {
    status,
    statusText: live ? t('Reading now') : t(statusLabels[status]),
    percent: begun ? Math.floor(book.progress) : null,
    offline,
    away: cut && !offline && book.format !== 'none',
  };
}

/** State of the reading session for a book. */
export function useBookSession(bookId: string): 'none' | 'running' | 'paused' {
  const active = useReadable(useHost().session.active);
  if (active?.book.id !== bookId) return 'none';
  return active.isPaused ? 'paused' : 'running';
}

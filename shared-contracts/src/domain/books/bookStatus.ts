import type { Book, BookStatus } from '../../api/books.ts';
import type { ActiveSession } from '../sessions/readingSession.ts';

/** Inputs of the status rules. `status` is any stored value: a status, an alias, or nothing. */
export interface StatusFacts {
  id?: string;
  status?: string | null;
  completed?: boolean;
  is_reading?: boolean;
  /** Percent, 0-100. */
  progress?: number;
  last_read?: string | null;
}

/** The parts of the active session that affect a book's status. */
export type SessionFacts = Pick<ActiveSession, 'isPaused'> & { book: { id: string } };

const aliases: Readonly<Record<string, BookStatus>> = {
  unread: 'unread',
  reading: 'reading',
  paused: 'paused',
  completed: 'completed',
  in_progress: 'reading',
  'started reading': 'reading',
  started_reading: 'reading',
};

/** Resolves aliases; anything unknown is 'unread'. */
export function normalizeStatus(status: unknown): BookStatus {
  return (typeof status === 'string' && Object.hasOwn(aliases, status) && aliases[status]) || 'unread';
}

/**
 * The stored status if there is one, else derived in this order: completed; an active session that is not paused;
 * is_reading; progress between 0 and 100; else unread.
 */
export function deriveStatus(book: StatusFacts, activeSession?: SessionFacts | null): BookStatus {
  if (book.status !== undefined && book.status !== null && book.status !== '')
    return normalizeStatus(book.status);
  if (book.completed) return 'completed';
  if (isOn(book, activeSession) && !activeSession.isPaused) return 'reading';
  if (book.is_reading) return 'reading';
  const progress = book.progress ?? 0;
  return progress > 0 && progress < 100 ? 'paused' : 'unread';
}

/**
 * The status to show. An active session on the book takes precedence over the stored status, which may be outdated. A
 * book between two sessions is being read, although its stored status is 'paused'.
 */
export function shownStatus(book: StatusFacts, activeSession?: SessionFacts | null): BookStatus {
  if (isOn(book, activeSession)) return activeSession.isPaused ? 'paused' : 'reading';
  const status = deriveStatus(book);
  return status === 'paused' && book.is_reading && !isStopped(book) ? 'reading' : status;
}

/** Whether the reader stopped reading the book, and has read no page of it since. */
export const isStopped = ({ status, last_read }: Pick<StatusFacts, 'status' | 'last_read'>): boolean =>
  status === 'paused' && !last_read;

function isOn(book: StatusFacts, session: SessionFacts | null | undefined): session is SessionFacts {
  return session !== null && session !== undefined && session.book.id === book.id;
}

export type StatusChange = Pick<
  Book,
  'status' | 'is_reading' | 'completed' | 'completed_at' | 'progress' | 'last_opened'
>;

/**
 * Changes the status with all dependent fields. A book that was completed at an unknown time stays without a date.
 * @param now ISO 8601
 */
export function applyStatus<B extends Partial<StatusChange>>(
  book: B,
  status: BookStatus,
  now: string,
): B & StatusChange {
  const progress = percent(book.progress);
  const moments = { completed_at: book.completed_at ?? null, last_opened: book.last_opened ?? null };
  switch (status) {
    case 'reading':
      return {
        ...book,
        ...moments,
        status,
        is_reading: true,
        completed: false,
        progress: Math.max(1, progress),
        last_opened: now,
      };
    case 'completed':
      return {
        ...book,
        ...moments,
        status,
        is_reading: false,
        completed: true,
        progress: 100,
        completed_at: moments.completed_at ?? (book.completed ? null : now),
      };
    case 'paused':
      return {
        ...book,
        ...moments,
        status,
        is_reading: false,
        completed: false,
        progress: Math.min(99, Math.max(1, progress)),
      };
    case 'unread':
      return { ...book, ...moments, status, is_reading: false, completed: false, progress: 0 };
  }
}

/** Whether a change ends a reading session. It pauses a book that is not completed; a completed one stays completed. */
export const isStop = ({ status, is_reading }: { status?: unknown; is_reading?: boolean }): boolean =>
  status === 'paused' && is_reading === true;

/** Clamps to 0-100. */
function percent(progress: number | undefined): number {
  return progress !== undefined && Number.isFinite(progress) ? Math.min(100, Math.max(0, progress)) : 0;
}

/** Sort order of statuses on the shelf. */
export const statusRank: Readonly<Record<BookStatus, number>> = {
  reading: 0,
  paused: 1,
  unread: 2,
  completed: 3,
};

export const statusFilters = ['all', 'reading', 'completed', 'unread'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** 'reading' means is_reading and not completed; 'unread' neither reading nor completed. */
export function matchesFilter(
  book: Pick<StatusFacts, 'is_reading' | 'completed'>,
  filter: StatusFilter,
): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'reading':
      return book.is_reading === true && book.completed !== true;
    case 'completed':
      return book.completed === true;
    case 'unread':
      return book.is_reading !== true && book.completed !== true;
  }
}

/**
 * The book that 'Continue' offers: begun, not finished, not stopped, and read last. Where no page was read, the date on
 * which it was opened or added is used.
 */
export function currentBook(books: readonly Book[]): Book | null {
  const begun = books.filter(
    (book) =>
      !book.completed && !isStopped(book) && (book.is_reading || (book.progress > 0 && book.progress < 100)),
  );
  return begun.reduce<Book | null>(
    (latest, book) => (latest === null || readAt(book) > readAt(latest) ? book : latest),
    null,
  );
}

/** When it was read last, in milliseconds; 0 for a book that the reader stopped reading. */
export const readAt = (book: Book): number =>
  isStopped(book) ? 0 : Date.parse(book.last_read ?? book.last_opened ?? book.created_at) || 0;

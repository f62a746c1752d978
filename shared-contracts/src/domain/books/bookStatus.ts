import type { Book, BookStatus } from '../../api/books.ts';
import type { ActiveSession } from '../sessions/readingSession.ts';

/** What the rules below look at. `status` is whatever was stored: a value, an alias of one, or nothing. */
export interface StatusFacts {
  id?: string;
  status?: string | null;
  completed?: boolean;
  is_reading?: boolean;
  /** Percent, 0-100. */
  progress?: number;
}

/** The session in progress, as far as a book's status depends on it. */
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

/** One of the four values, whatever was stored: aliases are resolved, anything unknown is 'unread'. */
export function normaliseStatus(status: unknown): BookStatus {
  return (typeof status === 'string' && Object.hasOwn(aliases, status) && aliases[status]) || 'unread';
}

/**
 * The status of a book: the stored one when there is one, else from its flags, in this order: completed; an active
 * session that is not paused; is_reading; progress strictly between 0 and 100; else unread.
 */
export function deriveStatus(book: StatusFacts, activeSession?: SessionFacts | null): BookStatus {
  if (book.status !== undefined && book.status !== null && book.status !== '')
    return normaliseStatus(book.status);
  if (book.completed) return 'completed';
  if (isOn(book, activeSession) && !activeSession.isPaused) return 'reading';
  if (book.is_reading) return 'reading';
  const progress = book.progress ?? 0;
  return progress > 0 && progress < 100 ? 'paused' : 'unread';
}

/**
 * The status a reader sees now: a session on the book speaks before what is stored, because a book whose clock is
 * running is being read whatever the server has heard so far.
 */
export function shownStatus(book: StatusFacts, activeSession?: SessionFacts | null): BookStatus {
  if (isOn(book, activeSession)) return activeSession.isPaused ? 'paused' : 'reading';
  return deriveStatus(book);
}

function isOn(book: StatusFacts, session: SessionFacts | null | undefined): session is SessionFacts {
  return session !== null && session !== undefined && session.book.id === book.id;
}

export type StatusChange = Pick<
  Book,
  'status' | 'is_reading' | 'completed' | 'completed_at' | 'progress' | 'last_opened'
>;

/**
 * The book with another status, and every field that goes with it.
 * @param now the moment it happens, ISO 8601
 */
export function applyStatus<B extends Partial<StatusChange>>(
  book: B,
  status: BookStatus,
  now: string,
): B & StatusChange {
  const progress = percent(book.progress);
  const kept = { completed_at: book.completed_at ?? null, last_opened: book.last_opened ?? null };
  switch (status) {
    case 'reading':
      return {
        ...book,
        ...kept,
        status,
        is_reading: true,
        completed: false,
        progress: Math.max(1, progress),
        last_opened: now,
      };
    case 'completed':
      return {
        ...book,
        ...kept,
        status,
        is_reading: false,
        completed: true,
        progress: 100,
        completed_at: kept.completed_at ?? now,
      };
    case 'paused':
      return {
        ...book,
        ...kept,
        status,
        is_reading: false,
        completed: false,
        progress: Math.min(99, Math.max(1, progress)),
      };
    case 'unread':
      return { ...book, ...kept, status, is_reading: false, completed: false, progress: 0 };
  }
}

/** A number from 0 to 100, whatever came. */
function percent(progress: number | undefined): number {
  return progress !== undefined && Number.isFinite(progress) ? Math.min(100, Math.max(0, progress)) : 0;
}

/** Where the books of a status stand on the shelf: the smaller, the further in front. */
export const statusRank: Readonly<Record<BookStatus, number>> = {
  reading: 0,
  paused: 1,
  unread: 2,
  completed: 3,
};
const byTitle = new Intl.Collator(undefined, { numeric: true });

/** Order of the shelf: reading, paused, unread, completed; then the higher progress, then the title. */
export function compareByStatus(
  a: StatusFacts & { title: string },
  b: StatusFacts & { title: string },
  activeSession?: SessionFacts | null,
): number {
  return (
    statusRank[shownStatus(a, activeSession)] - statusRank[shownStatus(b, activeSession)] ||
    percent(b.progress) - percent(a.progress) ||
    byTitle.compare(a.title, b.title)
  );
}

export const statusFilters = ['all', 'reading', 'completed', 'unread'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** Reading is is_reading and not completed; unread is neither reading nor completed. */
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

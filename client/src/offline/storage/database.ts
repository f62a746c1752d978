import type { Book, Progress } from '@lectern/shared-contracts/api/books.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { withTimeout } from '../../common/withTimeout.ts';
import type { StoredAction } from '../queue/index.ts';

/** A book that was downloaded. */
interface StoredBook {
  /** `<user>/<book>` */
  id: string;
  userId: string;
  bookId: string;
  /** Milliseconds since 1970. */
  lastAccessed: number;
  book: Book;
}

/** The last known reading place; written in one transaction with its UPDATE_PROGRESS in the queue. */
interface StoredProgress {
  bookId: string;
  userId: string;
  progress: Progress;
}

/** A note written in this browser; written in one transaction with its action in the queue. */
interface StoredNote {
  id: string;
  userId: string;
  bookId: string | null;
  note: Note;
}

/** Whether a book's content is in Cache Storage. */
interface BookMetadata {
  bookId: string;
  userId: string;
  title: string;
  /** Milliseconds since 1970. */
  cachedAt: number;
  isCached: boolean;
  bytes: number;
}

/** A file on its way to the server; kept until the server has it. */
export interface StoredUpload {
  id: string;
  userId: string;
  filename: string;
  size: number;
  type: string;
  file: Blob;
  addedAt: number;
  /** Where the server takes the rest of it. */
  url: string | null;
  /** The book without a file that it is for. */
  forBook?: string;
  /** The book whose file it replaces. */
  replaces?: string;
  paused: boolean;
}

/**
 * The database `lectern`: the five stores of the specification, the queue's
 * revisions, and the files that wait to be uploaded.
 */
export interface LecternSchema extends DBSchema {
  books: { key: string; value: StoredBook; indexes: { bookId: string; lastAccessed: number } };
  reading_progress: { key: string; value: StoredProgress };
  notes: { key: string; value: StoredNote; indexes: { userId: string } };
  sync_queue: { key: string; value: StoredAction; indexes: { userId: string } };
  /** By user: raised by every step of the queue, so that a tab knows whether its copy is current. */
  revisions: { key: string; value: number };
  metadata: { key: string; value: BookMetadata };
  uploads: { key: string; value: StoredUpload; indexes: { userId: string } };
}

export type LecternDatabase = IDBPDatabase<LecternSchema>;

/**
 * Rejects where the browser has no IndexedDB or forbids it. Closes itself when another tab deletes it or opens a newer
 * version of it.
 * @param onClosed called when it was closed so, or by the browser
 */
export async function openLecternDatabase(
  name = 'lectern',
  onClosed: () => void = () => undefined,
): Promise<LecternDatabase> {
  return openDB<LecternSchema>(name, 2, {
    upgrade(database, from) {
      database.createObjectStore('revisions');
      // Version 1 has all others, with the waiting writes.
      if (from === 1) return;
      const books = database.createObjectStore('books', { keyPath: 'id' });
      books.createIndex('bookId', 'bookId');
      books.createIndex('lastAccessed', 'lastAccessed');
      database.createObjectStore('reading_progress', { keyPath: 'bookId' });
      database.createObjectStore('notes', { keyPath: 'id' }).createIndex('userId', 'userId');
      database.createObjectStore('sync_queue', { keyPath: 'id' }).createIndex('userId', 'userId');
      database.createObjectStore('metadata', { keyPath: 'bookId' });
      database.createObjectStore('uploads', { keyPath: 'id' }).createIndex('userId', 'userId');
    },
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });
}

/** Milliseconds after which opening counts as failed: another tab may block it, and nothing may wait for that. */
const openTimeoutMs = 5_000;

/**
 * The browser's database, which may be closed, deleted or missing at any time.
 * @param onLost called at once when another tab or the browser closes the database under this page
 */
export function createDatabaseConnection(
  onLost: () => void,
  open: (onClosed: () => void) => Promise<LecternDatabase> = (onClosed) =>
    openLecternDatabase(undefined, onClosed),
) {
  let current: Promise<LecternDatabase> | null = null;

  function start(): Promise<LecternDatabase> {
    const opening = open(() => {
      forget();
      onLost();
    });
    function forget(): void {
      if (current === opening) current = null;
    }
    opening.catch(forget);
    return opening;
  }

  return {
    /**
     * The open database; one that was closed is opened again. Rejects when it cannot be opened, or not in time.
     */
    open() {
      current ??= start();
      return withTimeout(current, openTimeoutMs, () => {
        throw new Error('The database could not be opened in time.');
      });
    },
    /** The database does not work as it should: the next `open` opens it again. */
    drop() {
      const dropped = current;
      current = null;
      dropped?.then(
        (database) => database.close(),
        () => undefined,
      );
    },
  };
}

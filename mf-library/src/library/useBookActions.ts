import type { Book, BookPatch, BookStatus } from '@lectern/shared-contracts/api/books.ts';
import { applyStatus } from '@lectern/shared-contracts/domain/bookStatus.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useMemo } from 'react';
import { useEnqueue } from '../data/useEnqueue.ts';

/** Everything that can be done to a book from a shelf; each says itself what went wrong. */
export interface BookActions {
  open(book: Book): void;
  startSession(book: Book): Promise<void>;
  pauseSession(): Promise<void>;
  resumeSession(): Promise<void>;
  endSession(): Promise<void>;
  /** The stop button: ends a session on the book, or else marks the book as paused. */
  stop(book: Book): Promise<void>;
  setStatus(book: Book, status: BookStatus): Promise<void>;
  update(book: Book, changes: BookPatch): Promise<boolean>;
  remove(book: Book): Promise<boolean>;
  download(book: Book): Promise<void>;
  removeDownload(book: Book): Promise<void>;
}

export function useBookActions(): BookActions {
  const host = useHost();
  const t = useTranslate();
  const enqueue = useEnqueue();
  return useMemo(() => {
    const { session, offlineBooks, navigation, notify } = host;
    const attempt = async (work: Promise<void>) => {
      try {
        await work;
      } catch (error) {
        notify.show({ tone: 'danger', message: error instanceof Error ? t(error.message) : String(error) });
      }
    };
    const update = (book: Book, changes: BookPatch) =>
      enqueue('UPDATE_BOOK', { bookId: book.id, changes }, 'The change could not be kept in this browser.');
    return {
      open: (book) => navigation.go(`/read/${book.id}`),
      startSession: ({ id, title, author, cover_url, current_page }) =>
        attempt(session.start({ id, title, author, cover_url, current_page })),
      pauseSession: () => attempt(session.pause()),
      resumeSession: () => attempt(session.resume()),
      endSession: () => attempt(session.stop()),
      async stop(book) {
        if (session.active.get()?.book.id === book.id) return attempt(session.stop());
        await update(book, { status: 'paused', is_reading: true, last_opened: new Date().toISOString() });
      },
      async setStatus(book, status) {
        if (session.active.get()?.book.id === book.id) await attempt(session.stop());
        await update(book, applyStatus(book, status, new Date().toISOString()));
      },
      update,
      async remove(book) {
        if (session.active.get()?.book.id === book.id) await attempt(session.stop());
        const done = await enqueue('DELETE_BOOK', { bookId: book.id }, 'The book could not be deleted.');
        if (done)
          notify.show({ tone: 'success', message: t('“{{title}}” was deleted.', { title: book.title }) });
        return done;
      },
      download: (book) => attempt(offlineBooks.download(book.id)),
      removeDownload: (book) => attempt(offlineBooks.remove(book.id)),
    };
  }, [host, t, enqueue]);
}

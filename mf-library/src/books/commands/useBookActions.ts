import type { Highlight } from '@lectern/shared-contracts/api/annotations.ts';
import type { Book, BookPatch, BookStatus } from '@lectern/shared-contracts/api/books.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { freeSpaceAction } from '@lectern/shared-contracts/contract/freeSpaceAction.ts';
import type { HostData } from '@lectern/shared-contracts/contract/host.ts';
import { errorMessage, isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { applyStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { basisOf, valueStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { memberChanges } from '@lectern/shared-contracts/domain/changes/members.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { createContext, useContext, useMemo } from 'react';
import { bookAddress, bookPageAddress } from '../bookAddress.ts';

/** Actions on books of a shelf; each reports its own errors. */
export type BookActions = ReturnType<typeof useBookActions>;

/** How long stopping and deleting can be undone. */
const undoMs = 20_000;

export function useBookActions() {
  const host = useHost();
  const t = useTranslate();
  const enqueue = useEnqueue();
  return useMemo(() => {
    const { session, offlineBooks, navigation, notify, sync } = host;
    const attempt = async (work: Promise<void>) => {
      try {
        await work;
      } catch (error) {
        notify.show({
          tone: 'danger',
          message: t(errorMessage(error)),
          ...(isHostError(error) && error.code === 'storage'
            ? freeSpaceAction(t('Free up space'), navigation.go)
            : {}),
        });
      }
    };
    const stopSessionOn = async (books: readonly Book[]) => {
      const running = session.active.get()?.book.id;
      if (books.some(({ id }) => id === running)) await attempt(session.stop());
    };
    const update = (book: Book, changes: BookPatch) =>
      enqueue(
        'UPDATE_BOOK',
        {
          bookId: book.id,
          changes,
          basis: basisOf(book, changes),
          ...(changes.tags ? { tagChanges: memberChanges(book.tags, changes.tags) } : {}),
        },
        text('The change couldn’t be saved in this browser.'),
      );
    return {
      open: (book: Book) => navigation.go(bookAddress(book)),
      /** Opens the page with the book's details. */
      openPage: (book: Book) => navigation.go(bookPageAddress(book.id)),
      startSession: ({ id, title, author, cover_url, current_page }: Book) =>
        attempt(session.start({ id, title, author, cover_url, current_page })),
      pauseSession: () => attempt(session.pause()),
      resumeSession: () => attempt(session.resume()),
      endSession: () => attempt(session.stop()),
      /** Ends a session on the book, marks it as paused and takes it out of 'Continue'; can be undone. */
      async stop(book: Book) {
        await stopSessionOn([book]);
        const stopped = {
          status: 'paused',
          is_reading: true,
          last_opened: new Date().toISOString(),
        } as const;
        // Beside the specified fields: it takes the book out of 'Continue', and a session's end does not.
        const changes = { ...stopped, last_read: null };
        if (!(await update(book, changes))) return;
        const undo = { status: book.status, is_reading: true, last_read: book.last_read ?? book.last_opened };
        notify.show({
          tone: 'success',
          message: t('You stopped reading “{{title}}”.', { title: book.title }),
          action: {
            label: t('Undo'),
            onAction: () => runInBackground(update({ ...book, ...changes }, undo)),
          },
          duration: undoMs,
        });
      },
      update,
      /** Deletes books; can be undone for some seconds. */
      async remove(books: readonly Book[]) {
        await stopSessionOn(books);
        const deleted = await queueDeletions(books, host.data, enqueue);
        const [first] = deleted;
        if (first !== undefined)
          notify.show({
            tone: 'success',
            message:
              deleted.length === 1
                ? t('“{{title}}” was deleted.', { title: first.book.title })
                : t('{{count}} books were deleted.', { count: deleted.length }),
            action: {
              label: t('Undo'),
              onAction: () => {
                for (const { actionId } of deleted) runInBackground(sync.drop(actionId));
              },
            },
            duration: undoMs,
          });
        return deleted.length === books.length;
      },
      /** Actions for several books; individual fields such as titles are not changed. */
      async setStatus(books: readonly Book[], status: BookStatus) {
        const now = new Date().toISOString();
        await stopSessionOn(books);
        for (const book of books) {
          if (!(await update(book, statusChanges(book, status, now)))) return;
        }
      },
      async updateAll(books: readonly Book[], changes: BookPatch) {
        for (const book of books) if (!(await update(book, changes))) return;
      },
      download: (book: Book) => attempt(offlineBooks.download(book.id)),
      removeDownload: (book: Book) => attempt(offlineBooks.remove(book.id)),
    };
  }, [host, t, enqueue]);
}

/** Queues the deletions, which can be undone for some seconds. @returns those that were queued */
async function queueDeletions(
  books: readonly Book[],
  data: HostData,
  enqueue: ReturnType<typeof useEnqueue>,
): Promise<{ book: Book; actionId: string }[]> {
  const deleted: { book: Book; actionId: string }[] = [];
  for (const book of books) {
    const actionId = crypto.randomUUID();
    const isQueued = await enqueue(
      'DELETE_BOOK',
      {
        bookId: book.id,
        seen: seenUntil(data, 'GET /notes', book.id),
        seenHighlights: seenUntil(data, 'GET /highlights', book.id),
        description: valueStamp(book.description),
      },
      text('The book could not be deleted.'),
      { id: actionId, holdFor: undoMs + 2_000 },
    );
    if (!isQueued) break;
    deleted.push({ book, actionId });
  }
  return deleted;
}

/** Only the fields that change with the status: another device may have changed the others. */
function statusChanges(book: Book, status: BookStatus, now: string): BookPatch {
  const applied = Object.entries(applyStatus(book, status, now));
  return Object.fromEntries(
    applied.filter(([field, value]) => field === 'status' || value !== book[field as keyof Book]),
  );
}

/**
 * When the newest known note or highlight of a book was written, or the epoch: newer ones, written on another device,
 * are not deleted with the book. The two lists may be of different age.
 */
function seenUntil(data: HostData, read: 'GET /notes' | 'GET /highlights', bookId: string): string {
  const list = data.watch(read, {}).get();
  const items: readonly (Note | Highlight)[] = list.status === 'ready' ? list.value.items : [];
  const times = items.filter(({ book_id }) => book_id === bookId).map(({ updated_at }) => updated_at);
  return times.sort().at(-1) ?? new Date(0).toISOString();
}

export type BookDialog = 'collection' | 'edit' | 'tags' | 'join' | 'replace' | 'send' | 'delete';

/** Commands of the books in a list, and the dialogs that confirm them. */
export interface BookCommands {
  actions: BookActions;
  /** @param onDone called after the change */
  ask(dialog: BookDialog, books: readonly Book[], onDone?: () => void): void;
}

export const BookCommandsContext = createContext<BookCommands | null>(null);

export function useBookCommands(): BookCommands {
  const commands = useContext(BookCommandsContext);
  if (commands === null) throw new Error('useBookCommands is for what stands inside <BookCommandsProvider>.');
  return commands;
}

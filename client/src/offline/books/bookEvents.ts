import type { HostEvents, HostSync } from '@lectern/shared-contracts/contract/host.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { DeleteBook, UpdateBook } from '@lectern/shared-contracts/contract/syncActions.ts';

/**
 * The stamp `books_updated`: set when a book has changed here; when another tab sets it, that tab has changed one.
 * @returns a function that stops it
 */
export function followOtherTabs(
  storage: Pick<Storage, 'setItem'>,
  events: HostEvents,
  refresh: () => void,
): () => void {
  const stop = events.on('bookUpdated', () => storage.setItem(storageKeys.booksUpdated, String(Date.now())));
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === storageKeys.booksUpdated) refresh();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
}

/**
 * Emits events when a remote has changed the status of a book or deleted it, once that is stored: others learn it from
 * the event and not from the remote.
 */
export function emitBookEvents(
  enqueue: HostSync['enqueue'],
  events: Pick<HostEvents, 'emit'>,
): HostSync['enqueue'] {
  return async (type, payload, options) => {
    await enqueue(type, payload, options);
    if (type === 'UPDATE_BOOK') {
      const { bookId, changes } = payload as UpdateBook;
      if (changes.status) events.emit('bookUpdated', { bookId, action: 'changed', status: changes.status });
    } else if (type === 'DELETE_BOOK') {
      const { bookId } = payload as DeleteBook;
      events.emit('bookUpdated', { bookId, action: 'removed', status: 'unread' });
    }
  };
}

import type { HostEvents } from '@lectern/shared-contracts/contract/host.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

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

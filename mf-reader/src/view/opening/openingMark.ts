import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { HostPreferences } from '@lectern/shared-contracts/contract/host.ts';

/** The interval at which a running tab renews its mark, and the age of a mark whose tab no longer runs. */
const renewalMs = 2_000;
const staleMs = 6_000;

/** The chapter or page that the reader did not want to open again. */
const avoidedOf = (bookId: string) => `reader.avoided.${bookId}`;

const markOf = (bookId: string) => `reader.opening.${bookId}`;

/**
 * Whether the last opening of a book on this device froze or crashed its tab. It would do so at every opening, so the
 * reader is asked first.
 */
export function didNotOpen(preferences: HostPreferences, bookId: string): boolean {
  const markedAt = preferences.watch(markOf(bookId), 0).get() ?? 0;
  return markedAt > 0 && Math.abs(Date.now() - markedAt) > staleMs;
}

/**
 * Marks a book as being opened. The mark is renewed while the tab runs, and removed when the page is closed or hidden,
 * so that only a tab that is frozen, crashed or killed leaves it.
 * @returns removes the mark
 */
export function markOpening(preferences: HostPreferences, bookId: string): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const remove = () => preferences.set(markOf(bookId), null);
  const renew = () =>
    document.visibilityState === 'hidden' ? remove() : preferences.set(markOf(bookId), Date.now());
  const timer = setInterval(renew, renewalMs);
  const end = () => {
    clearInterval(timer);
    listeners.abort();
    remove();
  };
  document.addEventListener('visibilitychange', renew, { signal });
  window.addEventListener('pagehide', end, { signal });
  renew();
  return end;
}

/** The chapter of an EPUB, or page of a PDF. */
const partOf = (place: Locator | null): number => place?.spine_index ?? place?.page ?? 0;

/** Whether the reader has opened another chapter instead of this place, and not read on there. */
export const isAvoided = (preferences: HostPreferences, bookId: string, place: Locator | null): boolean =>
  preferences.watch<number | null>(avoidedOf(bookId), null).get() === partOf(place);

/** Remembers the place that was avoided; undefined once it is opened anyway. */
export function avoid(preferences: HostPreferences, bookId: string, place?: Locator | null): void {
  preferences.set(avoidedOf(bookId), place === undefined ? null : partOf(place));
}

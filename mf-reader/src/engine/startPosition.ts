import type { Progress } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';

/**
 * Where to open a book: the requested passage, else the stored position, else the beginning
 * (null). Progress of another client may have only a page.
 */
export function startPosition(state: unknown, progress: Progress | null): Locator | null {
  const requested = requestedPosition(state);
  if (requested) return requested;
  if (progress === null) return null;
  if (progress.position) return progress.position;
  return progress.current_page > 1 ? { page: progress.current_page } : null;
}

/** The passage in a navigation state; null for any state that does not name one. */
export function requestedPosition(state: unknown): Locator | null {
  if (typeof state !== 'object' || state === null || !('position' in state)) return null;
  const { position } = state;
  if (typeof position !== 'object' || position === null) return null;
  const { cfi, spine_index, page, quote } = position as Locator;
  const isPosition =
    typeof cfi === 'string' ||
    typeof spine_index === 'number' ||
    typeof page === 'number' ||
    typeof quote?.exact === 'string';
  return isPosition ? (position as Locator) : null;
}

import type { Locator } from '../api/locator.ts';

/**
 * What is handed over with a change of page (`navigation.go(to, { state })`). Whoever receives it must be ready for
 * anything: a reload, an older version and the browser's own history all bring states that nobody here wrote.
 */

/** To /library: the sub-page to open, and what to bring into view there. */
export interface LibraryNavigation {
  page?: 'library' | 'reading' | 'statistics' | 'collections' | 'notes';
  /** Id of a note or highlight (page 'notes') or of a collection (page 'collections'). */
  highlight?: string;
}

/** To /read/:bookId: the passage to open. */
export interface ReaderNavigation {
  position?: Locator | null;
}

const pages: readonly unknown[] = ['library', 'reading', 'statistics', 'collections', 'notes'];

/** The state of /library, with everything left out that is not what it should be. */
export function libraryNavigation(state: unknown): LibraryNavigation {
  if (typeof state !== 'object' || state === null) return {};
  const { page, highlight } = state as Record<string, unknown>;
  return {
    ...(pages.includes(page) ? { page: page as LibraryNavigation['page'] } : {}),
    ...(typeof highlight === 'string' && highlight !== '' ? { highlight } : {}),
  };
}

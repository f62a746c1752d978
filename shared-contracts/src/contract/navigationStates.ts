import type { Locator } from '../api/locator.ts';

/**
 * States of navigations (`navigation.go(to, { state })`). Receivers must validate them: a reload, an older version
 * and the browser's history may supply any state.
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

/** The state of /library, without invalid values. */
export function libraryNavigation(state: unknown): LibraryNavigation {
  if (typeof state !== 'object' || state === null) return {};
  const { page, highlight } = state as Record<string, unknown>;
  return {
    ...(pages.includes(page) ? { page: page as LibraryNavigation['page'] } : {}),
    ...(typeof highlight === 'string' && highlight !== '' ? { highlight } : {}),
  };
}

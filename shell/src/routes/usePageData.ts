import { createContext, useContext } from 'react';
import type { RouteMatch } from './routeTypes.ts';

/** Loader data of a page. */
export interface PageData extends RouteMatch {
  /** Resolves when code, reads and texts have been loaded or have failed. Never rejects. */
  ready: Promise<void>;
}

/** Loader data of the current page; null when there is none. */
export const PageDataContext = createContext<PageData | null>(null);

export const usePageData = (): PageData | null => useContext(PageDataContext);

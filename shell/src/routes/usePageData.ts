import { createContext, useContext } from 'react';
import type { FoundRoute } from './routeTypes.ts';

/** What the router knows of the page that it shows. */
export interface PageData extends FoundRoute {
  /** Resolves when code, reads and texts are here, or will not come: the page then says so. Never rejects. */
  ready: Promise<void>;
}

/** What the router knows of the page of this address; null where there is none. */
export const PageDataContext = createContext<PageData | null>(null);

export const usePageData = (): PageData | null => useContext(PageDataContext);

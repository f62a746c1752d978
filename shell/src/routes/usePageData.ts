import { createContext, useContext } from 'react';
import type { PageData } from './loadPage.ts';

/** What the router knows of the page of this address; null where there is none. */
export const PageDataContext = createContext<PageData | null>(null);

export const usePageData = (): PageData | null => useContext(PageDataContext);

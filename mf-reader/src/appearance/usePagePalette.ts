import { useLayoutEffect } from 'react';
import type { PageTheme } from '../engine/appearance.ts';

/** Applies the page's colors to the document while a book is open, since popups are children of the body. */
export function usePagePalette(theme: PageTheme): void {
  useLayoutEffect(() => {
    const { dataset } = document.body;
    const before = dataset.palette;
    dataset.palette = theme;
    return () => {
      if (before === undefined) delete dataset.palette;
      else dataset.palette = before;
    };
  }, [theme]);
}

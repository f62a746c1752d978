import { useLayoutEffect } from 'react';
import type { PageTheme } from '../engine/appearance.ts';

/** Everything on the screen takes the colours of the page while a book is open: sheets and menus hang on the body. */
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

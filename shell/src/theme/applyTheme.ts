import { palettes } from '@lectern/shared-ui/palette.ts';
import type { ThemeMode } from './theme.ts';

/** Puts the theme on the page, and on the browser's own bar around it. */
export function applyTheme(mode: ThemeMode, page: Document = document): void {
  page.documentElement.dataset.theme = mode;
  for (const meta of page.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', palettes[mode].surface);
  }
}

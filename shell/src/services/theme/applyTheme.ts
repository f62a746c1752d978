import type { ThemeMode } from '@lectern/client/services/preferences/theme.ts';
import { palettes } from '@lectern/shared-ui/palette.ts';

/** Applies the theme to the document and to the browser's own toolbar. */
export function applyTheme(mode: ThemeMode, page: Document = document): void {
  page.documentElement.dataset.theme = mode;
  for (const meta of page.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', palettes[mode].surface);
  }
}

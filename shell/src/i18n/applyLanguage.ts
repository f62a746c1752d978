import type { HostI18n } from '@lectern/shared-contracts/contract/host.ts';

/** Tells the browser in which language and direction the page is: for hyphenation, fonts and screen readers. */
export function applyLanguage(
  i18n: Pick<HostI18n, 'language' | 'direction'>,
  page: Document = document,
): void {
  const root = page.documentElement;
  const said = { lang: i18n.language.get(), dir: i18n.direction() };
  // Said again, the same would have the browser style the whole page anew.
  if (root.lang !== said.lang) root.lang = said.lang;
  if (root.dir !== said.dir) root.dir = said.dir;
}

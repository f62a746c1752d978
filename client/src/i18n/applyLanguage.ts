import type { HostI18n } from '@lectern/shared-contracts/contract/host.ts';

/** Sets `lang` and `dir` of the document, for hyphenation, fonts and screen readers. */
export function applyLanguage(
  i18n: Pick<HostI18n, 'language' | 'direction'>,
  page: Document = document,
): void {
  const root = page.documentElement;
  const wanted = { lang: i18n.language.get(), dir: i18n.direction() };
  // Setting the same value again would make the browser restyle the whole page.
  if (root.lang !== wanted.lang) root.lang = wanted.lang;
  if (root.dir !== wanted.dir) root.dir = wanted.dir;
}

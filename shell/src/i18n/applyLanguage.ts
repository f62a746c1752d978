import type { HostI18n } from '@lectern/shared-contracts/host.ts';

/** Tells the browser in which language and direction the page is: for hyphenation, fonts and screen readers. */
export function applyLanguage(
  i18n: Pick<HostI18n, 'language' | 'direction'>,
  page: Document = document,
): void {
  page.documentElement.lang = i18n.language.get();
  page.documentElement.dir = i18n.direction();
}

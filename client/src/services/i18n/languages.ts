import type { HostI18n } from '@lectern/shared-contracts/contract/host.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { pseudoLanguage } from './pseudo.ts';

/** The languages of the interface. Each has a file of texts in `locales` here and in every remote. */
export const languages = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'de', name: 'Deutsch', direction: 'ltr' },
  { code: 'es', name: 'Español', direction: 'ltr' },
  { code: 'fr', name: 'Français', direction: 'ltr' },
  { code: 'pt-BR', name: 'Português (Brasil)', direction: 'ltr' },
  { code: 'ja', name: '日本語', direction: 'ltr' },
  { code: 'zh-CN', name: '简体中文', direction: 'ltr' },
  { code: 'ar', name: 'العربية', direction: 'rtl' },
] as const satisfies readonly {
  code: string;
  name: string;
  direction: 'ltr' | 'rtl';
}[];

/** The reader's choice, else the first supported language of the browser, else English. */
export function initialLanguage(storage: Pick<Storage, 'getItem'>, preferred: readonly string[]): string {
  const codes: readonly string[] = languages.map(({ code }) => code);
  const supported = (code: string | null | undefined) => (code && codes.includes(code) ? code : undefined);
  const fromBrowser = preferred.map((tag) => supported(tag) ?? nearest(tag, codes)).find(Boolean);
  const chosen = storage.getItem(storageKeys.language);
  return (chosen === pseudoLanguage ? pseudoLanguage : supported(chosen)) ?? fromBrowser ?? 'en';
}

/** Another region of the same language: for pt-PT, pt-BR is better than English. */
function nearest(tag: string, codes: readonly string[]): string | undefined {
  const language = tag.split('-')[0]?.toLowerCase();
  return codes.find((code) => code.split('-')[0] === language);
}

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

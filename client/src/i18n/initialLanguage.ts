import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { languages } from './languages.ts';
import { pseudoLanguage } from './pseudo.ts';

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

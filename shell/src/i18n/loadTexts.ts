import type { Locale } from '@lectern/shared-contracts/contract/host.ts';

/** The shell's own texts; each language is a chunk of its own. */
export async function loadTexts(language: string): Promise<Locale> {
  const texts = (await import(`../locales/${language}.json`)) as { default: Locale };
  return texts.default;
}

import type { Locale } from '@lectern/shared-contracts/contract/host.ts';

/** Loads the shell's texts; each language is a separate chunk. */
export async function loadTexts(language: string): Promise<Locale> {
  const texts = (await import(`../locales/${language}.json`)) as { default: Locale };
  return texts.default;
}

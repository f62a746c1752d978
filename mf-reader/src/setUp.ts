import type { Host, Locale } from '@lectern/shared-contracts/contract/host.ts';
import { fillForm } from './pdf/forms/fillForm.ts';

/**
 * Registers the remote's types of queued writes and its texts. The keys are the English texts; en.json has the
 * plurals.
 */
export function setUp(host: Host): void {
  host.sync.register(fillForm);
  host.i18n.register('mf-reader', textsOf);
}

/** The texts of one language; fetched once. */
export async function textsOf(language: string): Promise<Locale> {
  const { default: locale } = (await import(`./locales/${language}.json`)) as { default: Locale };
  return locale;
}

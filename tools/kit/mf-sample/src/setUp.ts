import type { Host, Locale } from '@lectern/shared-contracts/contract/host.ts';

/** Registers the texts of this remote. The keys are the English texts. */
export function setUp(host: Host): void {
  host.i18n.register('mf-sample', async (language) => {
    const { default: locale } = (await import(`./locales/${language}.json`)) as { default: Locale };
    return locale;
  });
}

import type { Host, Locale } from '@lectern/shared-contracts/host.ts';

/** What every page of this remote needs once: its texts. The keys are the English texts; en.json has the plurals. */
export function setUp(host: Host): void {
  host.i18n.register('mf-library', async (language) => {
    const { default: locale } = (await import(`./locales/${language}.json`)) as { default: Locale };
    return locale;
  });
}

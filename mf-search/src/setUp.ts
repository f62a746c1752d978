import type { Host, Locale } from '@lectern/shared-contracts/contract/host.ts';

export const namespace = 'mf-search';

export function setUp(host: Host): void {
  host.i18n.register(namespace, async (language) => {
    const { default: locale } = (await import(`./locales/${language}.json`)) as { default: Locale };
    return locale;
  });
}

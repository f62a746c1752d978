import type { Host, Locale } from '@lectern/shared-contracts/contract/host.ts';
import { sendBook } from './books/sendBookAction.ts';
import { setCover } from './books/setCoverAction.ts';

/**
 * Registers this remote's types of queued writes and its texts. The keys
 * are the English texts; en.json has the plurals.
 */
export function setUp(host: Host): void {
  host.sync.register(setCover);
  host.sync.register(sendBook);
  host.i18n.register('mf-library', async (language) => {
    const { default: locale } = (await import(`./locales/${language}.json`)) as { default: Locale };
    return locale;
  });
}

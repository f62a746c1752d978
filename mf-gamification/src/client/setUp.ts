import type { Host, Locale } from '@lectern/shared-contracts/contract/host.ts';
import { announceUnlocked } from './announceUnlocked.ts';

export const namespace = 'mf-gamification';

/**
 * Texts, and the news of achievements; done once for each thing that is exposed, so it must not mind being repeated.
 */
export function setUp(host: Host): void {
  host.i18n.register(namespace, async (language) => {
    const { default: locale } = (await import(`../locales/${language}.json`)) as { default: Locale };
    return locale;
  });
  if (announcing.has(host)) return;
  announcing.add(host);
  if (host.auth.user.get() !== null) announceUnlocked(host);
}

const announcing = new WeakSet<Host>();

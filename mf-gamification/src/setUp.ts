import type { Host, Locale } from '@lectern/shared-contracts/contract/host.ts';
import { announceUnlocked } from './data/announceUnlocked.ts';

export const namespace = 'mf-gamification';

/** Registers texts and announcements. It runs for each exposed component, so it must be idempotent. */
export function setUp(host: Host): void {
  host.i18n.register(namespace, async (language) => {
    const { default: locale } = (await import(`./locales/${language}.json`)) as { default: Locale };
    return locale;
  });
  if (announcing.has(host)) return;
  announcing.add(host);
  if (host.auth.user.get() !== null) announceUnlocked(host);
}

const announcing = new WeakSet<Host>();

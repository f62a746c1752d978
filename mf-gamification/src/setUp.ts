import type { Host, Locale } from '@lectern/shared-contracts/contract/host.ts';
import { remembered } from '@lectern/shared-contracts/domain/remembered.ts';
import { announceUnlocked } from './data/announceUnlocked.ts';

export const namespace = 'mf-gamification';

/** Registers texts and announcements. It runs for each exposed component, so it must be idempotent. */
export function setUp(host: Host): void {
  host.i18n.register(namespace, async (language) => {
    const { default: locale } = (await import(`./locales/${language}.json`)) as { default: Locale };
    return locale;
  });
  announceOnce(host);
}

const announceOnce = remembered((host: Host) => host.auth.user.get() !== null && announceUnlocked(host));

import type { HostApi, HostNotify, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { deviceName } from '../auth/deviceName.ts';

/** Milliseconds: long enough to be read twice. */
const duration = 15_000;

/**
 * Tells a reader of sign-ins from new devices, and of a password that a sign-in by the provider has removed. Whatever
 * fails is left for the next start.
 * @param opened the address that the page was opened with
 */
export async function announceSignIns({
  api,
  notify,
  t,
  language,
  opened,
}: {
  api: HostApi;
  notify: HostNotify;
  t: Translate;
  language: string;
  opened: string;
}): Promise<void> {
  if (opened.endsWith('#signed-in=password-removed'))
    notify.show({
      tone: 'warning',
      duration,
      message: t(
        'Your account is now connected with the sign-in provider. Its old password was removed, since nobody had confirmed the email address.',
      ),
    });
  const { items } = await api.call('GET /auth/new-devices', {});
  if (items.length === 0) return;
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  for (const { user_agent, first_seen_at } of items) {
    const { browser, system } = deviceName(user_agent);
    const device =
      browser && system ? t('{{browser}} on {{system}}', { browser, system }) : (browser ?? system);
    const when = time.format(new Date(first_seen_at));
    notify.show({
      tone: 'warning',
      duration,
      message: t(
        'New sign-in from {{device}} on {{when}}. Not you? Change your password and sign that device out on your profile page.',
        { device: device ?? t('An app'), when },
      ),
    });
  }
  await api.call('POST /auth/new-devices/seen', { body: { ids: items.map(({ id }) => id) } });
}

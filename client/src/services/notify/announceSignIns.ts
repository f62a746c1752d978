import type { NewDevice } from '@lectern/shared-contracts/api/auth.ts';
import type { HostApi, HostNotify, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { momentStyle } from '@lectern/shared-contracts/domain/dateStyles.ts';
import { browserLabel } from '../../auth/browserLabel.ts';

/** Milliseconds for which the message is shown. */
const duration = 15_000;

/**
 * Notifies a reader of sign-ins from new devices, and of a password removed by a sign-in through the provider. A
 * failure is retried at the next start.
 * @param opened the address with which the page was opened
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
      isNews: true,
      message: t(
        'Your account is now connected with the sign-in provider. Its old password was removed, since nobody had confirmed the email address.',
      ),
    });
  const { items } = await api.call('GET /auth/new-devices', {});
  if (items.length === 0) return;
  notify.show({ tone: 'warning', duration, isNews: true, message: sentence(items, t, language) });
  await api.call('POST /auth/new-devices/seen', { body: { ids: items.map(({ id }) => id) } });
}

/** One message for all, since two would cover half of a phone's screen. */
function sentence(items: readonly NewDevice[], t: Translate, language: string): string {
  const time = new Intl.DateTimeFormat(language, momentStyle);
  const nameOf = ({ user_agent }: NewDevice) => browserLabel(user_agent, t) ?? t('an app');
  const [first] = items;
  if (items.length === 1 && first)
    return t(
      'New sign-in from {{device}} on {{when}}. Not you? Change your password and sign that device out on your profile page.',
      { device: nameOf(first), when: time.format(new Date(first.first_seen_at)) },
    );
  const names = [...new Set(items.map(nameOf))];
  return t(
    'New sign-ins from {{devices}}. Not you? Change your password and sign those devices out on your profile page.',
    { devices: new Intl.ListFormat(language, { type: 'conjunction' }).format(names) },
  );
}

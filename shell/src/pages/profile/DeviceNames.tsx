import { deviceName } from '@lectern/client/auth/deviceName.ts';
import type { DeviceSession } from '@lectern/shared-contracts/api/deviceSession.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { ago } from '../../i18n/ago.ts';

/** Browser and system of a session, and when it was last used. */
export function DeviceNames({ session }: { session: DeviceSession }) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const { browser, system } = deviceName(session.user_agent);
  const name = browser && system ? t('{{browser}} on {{system}}', { browser, system }) : (browser ?? system);
  return (
    <div>
      <span>{name ?? t('An app')}</span>
      <small>
        {t('Last used {{when}}', { when: ago(Date.parse(session.last_seen), Date.now(), language) })}
      </small>
    </div>
  );
}

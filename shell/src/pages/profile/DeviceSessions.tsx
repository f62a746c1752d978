import { deviceName } from '@lectern/client/auth/deviceName.ts';
import type { DeviceSession } from '@lectern/shared-contracts/api/deviceSession.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { useState } from 'react';
import { ago } from '../../i18n/ago.ts';
import { useAttempt } from '../forms/useAttempt.ts';
import { DeviceList } from './profileParts.ts';

interface DeviceSessionsProps {
  sessions: readonly (DeviceSession & { current?: boolean })[];
  /** Ends a session on the server. */
  end: (id: string) => Promise<unknown>;
  onEnded: () => void;
}

/** List of sessions; each can be ended, except the one of this device. */
export function DeviceSessions({ sessions, end, onEnded }: DeviceSessionsProps) {
  const t = useTranslate();
  const { notify } = useHost();
  const [ending, setEnding] = useState<string | null>(null);
  const { busy, attempt } = useAttempt();

  const signOut = (id: string) => {
    setEnding(id);
    attempt(async () => {
      await end(id);
      notify.show({ tone: 'success', message: t('That device is signed out.') });
      onEnded();
    });
  };

  return (
    <DeviceList>
      {sessions.map((session) => (
        <li key={session.id}>
          <DeviceNames session={session} />
          {session.current ? (
            <Badge>{t('This device')}</Badge>
          ) : (
            <Button size="small" busy={busy && ending === session.id} onClick={() => signOut(session.id)}>
              {t('Sign out')}
            </Button>
          )}
        </li>
      ))}
    </DeviceList>
  );
}

/** Browser and system of a session, and when it was last used. */
function DeviceNames({ session }: { session: DeviceSession }) {
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

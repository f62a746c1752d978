import { asHostError } from '@lectern/client/api/hostError.ts';
import type { DeviceSession } from '@lectern/shared-contracts/api/deviceSession.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { useState } from 'react';
import { DeviceNames } from './DeviceNames.tsx';
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

  const signOut = async (id: string) => {
    setEnding(id);
    try {
      await end(id);
      notify.show({ tone: 'success', message: t('That device is signed out.') });
      onEnded();
    } catch (failure) {
      notify.show({ tone: 'danger', message: t(asHostError(failure).message) });
    } finally {
      setEnding(null);
    }
  };

  return (
    <DeviceList>
      {sessions.map((session) => (
        <li key={session.id}>
          <DeviceNames session={session} />
          {session.current ? (
            <Badge>{t('This device')}</Badge>
          ) : (
            <Button
              size="small"
              busy={ending === session.id}
              onClick={() => runInBackground(signOut(session.id))}
            >
              {t('Sign out')}
            </Button>
          )}
        </li>
      ))}
    </DeviceList>
  );
}

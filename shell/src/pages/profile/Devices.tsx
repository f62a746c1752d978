import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useState } from 'react';
import { asHostError } from '../../api/hostError.ts';
import { useShell } from '../../host/shell.ts';
import { Muted } from '../../theme/prose.ts';
import { Section } from '../asked/Section.tsx';
import { useAsked } from '../asked/useAsked.ts';
import { DeviceNames } from './DeviceNames.tsx';
import { DeviceList } from './profileParts.ts';
import { useOtherDevices } from './useOtherDevices.ts';

const nothing = {};

/** Where the reader is signed in; any of it can be ended from here. */
export function Devices() {
  const t = useTranslate();
  const { api, notify } = useHost();
  const { signOut } = useShell();
  const asked = useAsked('GET /auth/sessions', nothing);
  const others = useOtherDevices();
  const [ending, setEnding] = useState<string | null>(null);

  const end = async (id: string) => {
    setEnding(id);
    try {
      await api.call('DELETE /auth/sessions/:id', { params: { id } });
      notify.show({ tone: 'success', message: t('That device is signed out.') });
      asked.again();
    } catch (failure) {
      notify.show({ tone: 'danger', message: t(asHostError(failure).message) });
    } finally {
      setEnding(null);
    }
  };

  const endAll = () => signOut({ notice: t('You are signed out on every device.') });

  return (
    <Section title={t('Where you are signed in')} asked={asked}>
      {({ items }) => (
        <Stack gap={5}>
          <DeviceList>
            {items.map((session) => (
              <li key={session.id}>
                <DeviceNames session={session} />
                {session.current ? (
                  <Badge>{t('This device')}</Badge>
                ) : (
                  <Button
                    size="small"
                    busy={ending === session.id}
                    onClick={() => runInBackground(end(session.id))}
                  >
                    {t('Sign out')}
                  </Button>
                )}
              </li>
            ))}
          </DeviceList>
          <Stack direction="inline" gap={3} align="center">
            {items.length > 1 ? (
              <Button onClick={() => runInBackground(others.end().then(asked.again))}>
                {t('Sign out other devices')}
              </Button>
            ) : null}
            <Button variant="quiet" onClick={() => runInBackground(endAll())}>
              {t('Sign out everywhere')}
            </Button>
            <Muted>{t('Signs out every device, including this one.')}</Muted>
          </Stack>
        </Stack>
      )}
    </Section>
  );
}

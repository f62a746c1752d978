import type { DeviceSession } from '@lectern/shared-contracts/api/deviceSession.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useState } from 'react';
import { asHostError } from '../../api/hostError.ts';
import { useShell } from '../../host/shell.ts';
import { ago } from '../../layout/ago.ts';
import { Section } from '../asked/Section.tsx';
import { useAsked } from '../asked/useAsked.ts';
import { Muted } from '../prose.ts';
import { deviceName } from './deviceName.ts';
import { DeviceList } from './profileParts.ts';

const nothing = {};

/** Where the reader is signed in; any of it can be ended from here. */
export function Devices() {
  const t = useTranslate();
  const { api, notify } = useHost();
  const { signOut } = useShell();
  const asked = useAsked('GET /auth/sessions', nothing);
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
                <Device session={session} />
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

function Device({ session }: { session: DeviceSession }) {
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

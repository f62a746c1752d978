import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useShell } from '../../host/shell.ts';
import { Muted } from '../../theme/prose.ts';
import { QuerySection } from '../query/QuerySection.tsx';
import { noRequest, useUncachedQuery } from '../query/useUncachedQuery.ts';
import { DeviceSessions } from './DeviceSessions.tsx';
import { useOtherDevices } from './useOtherDevices.ts';

/** The sessions of the reader, which can be ended here. */
export function Devices() {
  const t = useTranslate();
  const { api } = useHost();
  const { signOut } = useShell();
  const query = useUncachedQuery('GET /auth/sessions', noRequest);
  const others = useOtherDevices();
  const endAll = () => signOut({ notice: t('You are signed out on every device.') });

  return (
    <QuerySection title={t('Where you are signed in')} query={query}>
      {({ items }) => (
        <Stack gap={5}>
          <DeviceSessions
            sessions={items}
            end={(id) => api.call('DELETE /auth/sessions/:id', { params: { id } })}
            onEnded={query.refetch}
          />
          <Stack direction="inline" gap={3} align="center">
            {items.length > 1 ? (
              <Button onClick={() => runInBackground(others.end().then(query.refetch))}>
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
    </QuerySection>
  );
}

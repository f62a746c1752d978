import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useShell } from '../../host/shell.ts';
import { Muted, Spread } from '../../theme/prose.ts';
import { noRequest, QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { DeviceSessions, useOtherDevices } from './DeviceSessions.tsx';
import { PersonalDetails } from './PersonalDetails.tsx';

/** The reader's profile: name, picture, password, devices and account deletion. */
export function Profile() {
  const t = useTranslate();
  const user = useReadable(useHost().auth.user);
  const profile = useUncachedQuery('GET /auth/profile', noRequest).value;
  if (user === null) return null;
  // Assumed until loaded: nearly every account has a password.
  const hasPassword = profile?.has_password ?? true;
  return (
    <>
      <PageHeader title={t('Profile')} lead={user.email} />
      <Spread>
        <PersonalDetails user={user} />
        {hasPassword ? <ChangePassword user={user} /> : <ProviderAccount />}
        <Devices />
        <DeleteAccount hasPassword={hasPassword} />
      </Spread>
    </>
  );
}

/** The sessions of the reader, which can be ended here. */
function Devices() {
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

/** Shown instead of the password section for an account without a password. */
function ProviderAccount() {
  const t = useTranslate();
  return (
    <Card title={t('Password')}>
      <Muted>
        {t(
          'You sign in through a provider, so there is no password here. To add one, request a link on the sign-in page.',
        )}
      </Muted>
    </Card>
  );
}

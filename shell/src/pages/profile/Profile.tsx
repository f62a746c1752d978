import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Muted, Spread } from '../../services/theme/prose.ts';
import { useUncachedQuery } from '../query/QuerySection.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { PersonalDetails } from './PersonalDetails.tsx';
import { SendAddresses } from './SendAddresses.tsx';

/** The reader's profile: name, picture, password and account deletion. */
export function Profile() {
  const t = useTranslate();
  const user = useReadable(useHost().auth.user);
  const profile = useUncachedQuery('GET /auth/profile', {}).value;
  if (user === null) return null;
  // Assumed until loaded: nearly every account has a password.
  const hasPassword = profile?.has_password ?? true;
  return (
    <>
      <PageHeader title={t('Profile')} lead={user.email} />
      <Spread>
        <PersonalDetails user={user} />
        {hasPassword ? <ChangePassword user={user} /> : <ProviderAccount />}
        <SendAddresses />
        <DeleteAccount hasPassword={hasPassword} />
      </Spread>
    </>
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

import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Spread } from '../../theme/prose.ts';
import { noRequest, useUncachedQuery } from '../query/useUncachedQuery.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Devices } from './Devices.tsx';
import { PersonalDetails } from './PersonalDetails.tsx';
import { ProviderAccount } from './ProviderAccount.tsx';

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

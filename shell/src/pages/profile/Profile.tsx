import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Spread } from '../prose.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { PersonalDetails } from './PersonalDetails.tsx';

/** The reader: name, picture, password, and the way out. */
export function Profile() {
  const t = useTranslate();
  const user = useReadable(useHost().auth.user);
  if (user === null) return null;
  return (
    <>
      <PageHeader title={t('Profile')} lead={user.email} />
      <Spread>
        <PersonalDetails user={user} />
        <ChangePassword />
        <DeleteAccount />
      </Spread>
    </>
  );
}

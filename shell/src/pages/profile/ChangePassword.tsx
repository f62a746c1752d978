import { asHostError } from '@lectern/client/api/hostError.ts';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { type FormEvent, useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { isTooShort } from '../sign-in/checkRegistration.ts';
import { NewPasswordField } from '../sign-in/NewPasswordField.tsx';
import { PasswordField } from '../sign-in/PasswordField.tsx';

/** Reads with URLs that are signed for the current sign-in. */
const signedReads = ['GET /books', 'GET /books/:id', 'GET /books/:id/manifest'] as const;

/** Changes the password, which ends all other sessions of this reader. */
export function ChangePassword({ user }: { user: User }) {
  const t = useTranslate();
  const { api, data, notify } = useHost();
  const { auth } = useShell();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (newPassword !== confirmation) return setError(t('Passwords do not match'));
    if (isTooShort(newPassword)) return setError(t('Password must be at least 8 characters'));
    setBusy(true);
    setError(undefined);
    try {
      auth.adopt(await api.call('POST /auth/change-password', { body: { currentPassword, newPassword } }));
      // The signed URLs of covers and books became invalid with the previous sign-in.
      for (const key of signedReads) data.refresh(key);
      setCurrent('');
      setNew('');
      setConfirmation('');
      notify.show({
        tone: 'success',
        message: t('Your password is changed. Other devices have to sign in again.'),
      });
    } catch (failure) {
      setError(t(asHostError(failure).message));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Card title={t('Password')}>
      <form onSubmit={(event) => runInBackground(save(event))}>
        <Stack>
          <PasswordField
            label={t('Current password')}
            value={currentPassword}
            onChange={setCurrent}
            autoComplete="current-password"
            required
          />
          <NewPasswordField
            label={t('New password')}
            value={newPassword}
            onChange={setNew}
            owner={user}
            required
          />
          <PasswordField
            label={t('New password again')}
            value={confirmation}
            onChange={setConfirmation}
            autoComplete="new-password"
            required
            error={error}
          />
          <div>
            <Button type="submit" busy={busy}>
              {t('Change password')}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}

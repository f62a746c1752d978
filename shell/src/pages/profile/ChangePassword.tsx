import { asHostError } from '@lectern/client/common/hostError.ts';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { type FormEvent, useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { useFormErrors } from '../forms/useForm.ts';
import { checkPasswordPair } from '../sign-in/checkRegistration.ts';
import { NewPasswordField, PasswordField } from '../sign-in/PasswordField.tsx';

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
  const [error, setError] = useState<string | null>(null);
  const { errors, check, show } = useFormErrors();

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setError(null);
    if (!check(form, checkPasswordPair(newPassword, confirmation))) return;
    setBusy(true);
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
      const { code, message } = asHostError(failure);
      if (code === 'wrong_password') show(form, { currentPassword: t(message) });
      else if (code === 'weak_password') show(form, { password: t(message) });
      else setError(t(message));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Card title={t('Password')}>
      <form noValidate onSubmit={(event) => runInBackground(save(event))}>
        <Stack>
          {error ? <Banner tone="danger" message={error} /> : null}
          <PasswordField
            name="currentPassword"
            error={errors.currentPassword}
            label={t('Current password')}
            value={currentPassword}
            onChange={setCurrent}
            autoComplete="current-password"
            required
          />
          <NewPasswordField
            name="password"
            error={errors.password}
            label={t('New password')}
            value={newPassword}
            onChange={setNew}
            owner={user}
            required
          />
          <PasswordField
            name="confirmation"
            label={t('New password again')}
            value={confirmation}
            onChange={setConfirmation}
            autoComplete="new-password"
            required
            error={errors.confirmation}
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

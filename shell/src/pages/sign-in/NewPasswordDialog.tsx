import { passwordResetNotice } from '@lectern/client/auth/passwordResetNotice.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { type FormEvent, useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { useAttempt } from '../forms/useAttempt.ts';
import { useFormErrors } from '../forms/useFormErrors.ts';
import { checkNewPassword } from './checkRegistration.ts';
import { NewPasswordField } from './NewPasswordField.tsx';

/** Sets a new password with the reset token in the fragment of /login, which is never sent to a server or logged. */
export function NewPasswordDialog({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useTranslate();
  const { api, navigation } = useHost();
  const { auth } = useShell();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const { busy, attempt } = useAttempt(setError);
  const { errors, check } = useFormErrors();
  const leave = () => navigation.go('/login', { replace: true });

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(undefined);
    if (!check(event.currentTarget, checkNewPassword(password))) return;
    attempt(async () => {
      await api.call('POST /auth/reset-password/confirm', { body: { token, password } });
      // The current session may be another reader's, or was just ended by the server: start again.
      if (auth.user.get() !== null) return await auth.logout(passwordResetNotice);
      leave();
      onDone();
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      size="small"
      title={t('A new password')}
      closeLabel={t('Close')}
    >
      <form noValidate onSubmit={save}>
        <Stack>
          <NewPasswordField
            name="password"
            label={t('New password')}
            value={password}
            onChange={setPassword}
            error={errors.password ?? error}
            required
          />
          <Button type="submit" variant="primary" busy={busy}>
            {t('Set the password')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

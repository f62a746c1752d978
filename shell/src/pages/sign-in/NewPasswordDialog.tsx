import { passwordResetNotice } from '@lectern/client/auth/notice.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { FormDialog } from '../forms/FormDialog.tsx';
import { checkNewPassword } from './checkRegistration.ts';
import { NewPasswordField } from './PasswordField.tsx';

/** Sets a new password with the reset token in the fragment of /login, which is never sent to a server or logged. */
export function NewPasswordDialog({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useTranslate();
  const { api, navigation } = useHost();
  const { auth } = useShell();
  const [password, setPassword] = useState('');
  const leave = () => navigation.go('/login', { replace: true });

  const save = async () => {
    await api.call('POST /auth/reset-password/confirm', { body: { token, password } });
    // The current session may be another reader's, or was just ended by the server: start again.
    if (auth.user.get() !== null) return await auth.logout(passwordResetNotice);
    leave();
    onDone();
  };

  return (
    <FormDialog
      title={t('A new password')}
      check={() => checkNewPassword(password)}
      submit={t('Set the password')}
      send={save}
      onClose={leave}
    >
      {(errors, error) => (
        <NewPasswordField
          name="password"
          label={t('New password')}
          value={password}
          onChange={setPassword}
          error={errors.password ?? error}
          required
        />
      )}
    </FormDialog>
  );
}

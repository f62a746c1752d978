import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { Muted } from '../../services/theme/prose.ts';
import { useAttempt } from '../forms/useForm.ts';
import { PasswordField } from '../sign-in/PasswordField.tsx';

/**
 * Deletes the account. It asks for the password and lists what will be deleted.
 * @param hasPassword false for an account of an identity provider, which confirms with the email address
 */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslate();
  const { api, navigation } = useHost();
  const { auth } = useShell();
  const [asking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const { busy, attempt } = useAttempt(setError);
  const confirm = async () => {
    setError(undefined);
    await api.call('DELETE /auth/delete-account', { body: hasPassword ? { password } : { email } });
    await auth.forget();
    // Busy until the page is gone.
    await new Promise(() => {});
  };

  return (
    <Card title={t('Delete account')}>
      <Stack>
        <Muted>
          {t(
            'Your books, notes, highlights, sessions and points are removed from the server and cannot be brought back.',
          )}{' '}
          <navigation.Link to="/settings/data-export">{t('Export your data first')}</navigation.Link>
        </Muted>
        <div>
          <Button onClick={() => setAsking(true)}>{t('Delete account')}</Button>
        </div>
      </Stack>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Delete your account?')}
        description={t('Everything you have in Lectern is deleted with it. This cannot be undone.')}
        confirmLabel={t('Delete everything')}
        cancelLabel={t('Keep my account')}
        onConfirm={() => attempt(confirm)}
        busy={busy}
        danger
      >
        {hasPassword ? (
          <PasswordField
            label={t('Your password')}
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            error={error}
          />
        ) : (
          <TextField
            label={t('Type your email address to confirm')}
            type="email"
            value={email}
            onChange={setEmail}
            error={error}
          />
        )}
      </ConfirmDialog>
    </Card>
  );
}

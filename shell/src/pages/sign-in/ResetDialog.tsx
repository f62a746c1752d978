import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { useState } from 'react';
import { useCallForm } from '../forms/useForm.ts';

export interface ResetDialogProps {
  email: string;
  /** Whether the server can send mail. */
  byMail: boolean;
  onClose: () => void;
}

/**
 * Requests a password reset link by email; without mail, the operator hands it over. The response of the server
 * is the same whether or not the address is known.
 */
export function ResetDialog({ email: initialEmail, byMail, onClose }: ResetDialogProps) {
  const t = useTranslate();
  const { api } = useHost();
  const [email, setEmail] = useState(initialEmail);
  const [answer, setAnswer] = useState<string | null>(null);
  const { busy, error, errors, form } = useCallForm(async () =>
    setAnswer((await api.call('POST /auth/reset-password', { body: { email } })).message),
  );

  return (
    <Dialog
      onClose={onClose}
      size="small"
      title={t('A new password')}
      description={
        answer !== null
          ? undefined
          : byMail
            ? t('We send a link to your address. It is good for an hour.')
            : t(
                'This library doesn’t send email. Ask the person who runs it for a link to set a new password.',
              )
      }
      closeLabel={t('Close')}
    >
      {answer === null ? (
        <form {...form}>
          <Stack>
            <TextField
              name="email"
              label={t('Email Address')}
              type="email"
              required
              value={email}
              onChange={setEmail}
              error={errors.email ?? error}
            />
            <Button type="submit" variant="primary" busy={busy}>
              {t('Ask for a link')}
            </Button>
          </Stack>
        </form>
      ) : (
        <p role="status">{t(answer)}</p>
      )}
    </Dialog>
  );
}

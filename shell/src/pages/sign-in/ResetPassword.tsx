import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type FormEvent, useState } from 'react';
import { asHostError } from '../../api/hostError.ts';
import { Forgotten } from './signInParts.ts';

/**
 * Asks for a reset link. No mail is sent: whoever runs this server hands the link over. The answer is the server's, and
 * the same whether or not the address is known.
 */
export function ResetPassword({ email: known }: { email: string }) {
  const t = useTranslate();
  const { api } = useHost();
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const [error, setError] = useState<string>();

  const begin = () => {
    setEmail(known);
    setAnswer(null);
    setError(undefined);
    setOpen(true);
  };

  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      setAnswer((await api.call('POST /auth/reset-password', { body: { email } })).message);
    } catch (failure) {
      setError(asHostError(failure).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Forgotten>
        <Button variant="quiet" size="small" onClick={begin}>
          {t('Forgotten your password?')}
        </Button>
      </Forgotten>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="small"
        title={t('A new password')}
        description={
          answer === null
            ? t(
                'Whoever runs this library gives you a link to set a new one. No e-mail is sent: ask them for it.',
              )
            : undefined
        }
        closeLabel={t('Close')}
      >
        {answer === null ? (
          <form onSubmit={ask}>
            <Stack>
              <TextField
                label={t('Email Address')}
                type="email"
                required
                value={email}
                onChange={setEmail}
                error={error}
              />
              <Button type="submit" variant="primary" busy={busy}>
                {t('Ask for a link')}
              </Button>
            </Stack>
          </form>
        ) : (
          <p role="status">{answer}</p>
        )}
      </Dialog>
    </>
  );
}

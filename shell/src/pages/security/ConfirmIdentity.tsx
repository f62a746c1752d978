import { isCanceled, supportsPasskeys } from '@lectern/client/auth/passkeys.ts';
import { asHostError } from '@lectern/client/common/hostError.ts';
import type { AssertionJson, SignInFactors } from '@lectern/shared-contracts/api/factors.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { useFormErrors } from '../forms/useForm.ts';
import { PasswordField } from '../sign-in/PasswordField.tsx';

type Proof = { password: string } | { code: string } | { passkey: AssertionJson };

interface ConfirmIdentityProps {
  factors: SignInFactors;
  onAnswer: (yes: boolean) => void;
}

/** Asks for the password, a code or a passkey before a sign-in method is changed. */
export function ConfirmIdentity({ factors, onAnswer }: ConfirmIdentityProps) {
  const t = useTranslate();
  const { api } = useHost();
  const { auth } = useShell();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const byText = factors.password ? 'password' : factors.second_factor !== null ? 'code' : null;
  const byPasskey = factors.passkeys.length > 0 && supportsPasskeys();

  const confirm = async (proof: () => Promise<Proof>) => {
    setBusy(true);
    setError(undefined);
    try {
      await api.call('POST /auth/confirm', { body: await proof() });
      onAnswer(true);
    } catch (failure) {
      setBusy(false);
      if (!isCanceled(failure)) setError(t(asHostError(failure).message));
    }
  };

  const passkey = () =>
    confirm(async () => {
      const options = await api.call('POST /auth/confirm/passkey/options', {});
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      return { passkey: await startAuthentication({ optionsJSON }) };
    });

  return (
    <Dialog
      onClose={() => onAnswer(false)}
      size="small"
      title={t('Confirm it’s you')}
      description={t(
        'This changes how you sign in, so we ask once more. Your answer counts for ten minutes.',
      )}
      closeLabel={t('Close')}
    >
      <Stack>
        {byText ? (
          <TextProof
            kind={byText}
            busy={busy}
            error={error}
            onProof={(proof) => runInBackground(confirm(async () => proof))}
          />
        ) : null}
        {byPasskey ? (
          <Button icon={<Fingerprint />} busy={busy} fullWidth onClick={() => runInBackground(passkey())}>
            {t('Use a passkey')}
          </Button>
        ) : null}
        {byText || byPasskey ? null : (
          <Button
            fullWidth
            onClick={() => runInBackground(auth.logout(t('Please sign in again to continue.')))}
          >
            {t('Sign in again')}
          </Button>
        )}
        {error && !byText ? <p role="alert">{error}</p> : null}
      </Stack>
    </Dialog>
  );
}

interface TextProofProps {
  kind: 'password' | 'code';
  busy: boolean;
  error: string | undefined;
  onProof: (proof: Proof) => void;
}

/** The form for the password or the code. */
function TextProof({ kind, busy, error, onProof }: TextProofProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const { errors, check } = useFormErrors();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (check(event.currentTarget)) onProof(kind === 'code' ? { code: typed } : { password: typed });
  };
  const field = {
    name: kind,
    value: typed,
    onChange: setTyped,
    error: errors[kind] ?? error,
    required: true,
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {kind === 'code' ? (
          <TextField {...field} label={t('Code from your app')} autoComplete="one-time-code" dir="ltr" />
        ) : (
          <PasswordField {...field} label={t('Your password')} autoComplete="current-password" />
        )}
        <Button type="submit" variant="primary" busy={busy} fullWidth>
          {t('Confirm')}
        </Button>
      </Stack>
    </form>
  );
}

/** Runs a task that may require a confirmed identity. @returns null when the reader canceled the confirmation */
export type Confirmed = <T>(action: () => Promise<T>) => Promise<T | null>;

/** Asks the reader to confirm their identity if the server requires it, then retries the task. */
export function useConfirmed(): { confirmed: Confirmed; asking: boolean; answer: (yes: boolean) => void } {
  const [asking, setAsking] = useState(false);
  const waiting = useRef<((yes: boolean) => void) | null>(null);

  const confirmed = useCallback(async <T,>(action: () => Promise<T>): Promise<T | null> => {
    try {
      return await action();
    } catch (failure) {
      if (asHostError(failure).code !== 'confirmation_needed') throw failure;
    }
    const yes = await new Promise<boolean>((resolve) => {
      waiting.current = resolve;
      setAsking(true);
    });
    return yes ? action() : null;
  }, []);

  const answer = useCallback((yes: boolean) => {
    setAsking(false);
    waiting.current?.(yes);
    waiting.current = null;
  }, []);

  return { confirmed, asking, answer };
}

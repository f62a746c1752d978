import { asHostError } from '@lectern/client/common/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { useFormErrors } from '../forms/useForm.ts';
import { Fields } from './signInParts.ts';

export interface CodeFormProps {
  /** Token of the first step. */
  token: string;
  /** Returns to the first step. @param why an English message, unless the reader chose to return */
  onLeave: (why?: string) => void;
}

/** The second step of a sign-in: a code from the authenticator app, or a recovery code. */
export function CodeForm({ token, onLeave }: CodeFormProps) {
  const t = useTranslate();
  const { api } = useHost();
  const { auth } = useShell();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { errors, check } = useFormErrors();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(undefined);
    if (!check(event.currentTarget)) return;
    setBusy(true);
    try {
      auth.enter(await api.call('POST /auth/sign-in/code', { body: { token, code: code.trim() } }));
    } catch (failure) {
      const { code: name, message } = asHostError(failure);
      setBusy(false);
      if (name === 'sign_in_over') return onLeave(message);
      setError(t(message));
      field.current?.focus();
    }
  };

  return (
    <form noValidate onSubmit={(event) => runInBackground(submit(event))} aria-busy={busy}>
      <Fields>
        <TextField
          ref={field}
          name="code"
          label={t('Code from your app')}
          hint={t('Six digits. If you don’t have your app, enter one of your recovery codes.')}
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          dir="ltr"
          error={errors.code ?? error}
          required
        />
        <Button type="submit" variant="primary" size="large" fullWidth busy={busy}>
          {t('Sign In')}
        </Button>
        <Button variant="quiet" fullWidth onClick={() => onLeave()}>
          {t('Back')}
        </Button>
      </Fields>
    </form>
  );
}

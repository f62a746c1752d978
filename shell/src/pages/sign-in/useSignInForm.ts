import { authTexts } from '@lectern/client/auth/authErrors.ts';
import { codeTokenOf, invitationOf } from '@lectern/client/auth/signInAddress.ts';
import { type FormEvent, useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { useFormErrors } from '../forms/useForm.ts';
import { checkRegistration } from './checkRegistration.ts';

export type Mode = 'login' | 'register';

/** What the visitor has typed. */
export interface SignInFields {
  name: string;
  email: string;
  password: string;
  confirmation: string;
}

export type SignInForm = ReturnType<typeof useSignInForm>;

/** The form for sign-in and sign-up. @param hash of the address, which may contain an invitation or a code token */
export function useSignInForm(initial: Mode, hash: string) {
  const { auth } = useShell();
  const [mode, setMode] = useState(initial);
  const [fields, setFields] = useState<SignInFields>({ name: '', email: '', password: '', confirmation: '' });
  /** Why signing in failed. */
  const [error, setError] = useState<string | null>(null);
  const { errors, check, clear } = useFormErrors();
  const [submitting, setSubmitting] = useState(false);
  /** Set while a code is required after the password. */
  const [codeToken, setCodeToken] = useState(() => codeTokenOf(hash));
  const invitation = invitationOf(hash);
  const registering = mode === 'register';
  const change = (some: Partial<SignInFields>) => setFields((before) => ({ ...before, ...some }));

  const toggle = () => {
    setMode(registering ? 'login' : 'register');
    setError(null);
    clear();
    change({ password: '', confirmation: '' });
  };

  /** @param why the reason, unless the visitor has chosen to leave */
  const leaveCode = (why?: string) => {
    setCodeToken(null);
    change({ password: '' });
    setError(why ?? null);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submitting) return;
    setError(null);
    if (!check(event.currentTarget, registering ? checkRegistration(fields) : {})) return;
    setSubmitting(true);
    try {
      const { name, email, password } = fields;
      const result = registering
        ? await auth.register(name.trim(), email, password, invitation ?? undefined)
        : await auth.login(email, password);
      if (!result.success && result.codeToken !== undefined) setCodeToken(result.codeToken);
      else if (!result.success)
        setError(result.error || (registering ? authTexts.register : authTexts.login));
    } catch {
      setError(authTexts.unexpected);
    } finally {
      setSubmitting(false);
    }
  };

  return {
    ...{ registering, fields, change, errors, error, setError, submitting, invitation },
    ...{ codeToken, leaveCode, toggle, submit },
  };
}

import { authTexts } from '@lectern/client/auth/authErrors.ts';
import { codeTokenOf } from '@lectern/client/auth/codeTokenOf.ts';
import { invitationOf } from '@lectern/client/auth/invitation.ts';
import { newPasswordSet } from '@lectern/client/auth/newPasswordSet.ts';
import { takeNotice } from '@lectern/client/auth/notice.ts';
import { passkeysWork } from '@lectern/client/auth/passkeysWork.ts';
import { providerFailure } from '@lectern/client/auth/providerFailure.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../boundaries/lazyPart.tsx';
import { useShell } from '../../host/shell.ts';
import { useFormErrors } from '../forms/useFormErrors.ts';
import { checkRegistration } from './checkRegistration.ts';
import { NewPassword } from './NewPassword.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { ProviderSignIn } from './ProviderSignIn.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { Aside, Card, Fields, Foot, Lead, Page, Toggle } from './signInParts.ts';
import { useSignInMethods } from './useSignInMethods.ts';

const CodeForm = lazyPart(() => import('./CodeForm.tsx').then((m) => m.CodeForm));
const PasskeySignIn = lazyPart(() => import('./PasskeySignIn.tsx').then((m) => m.PasskeySignIn));

type Mode = 'login' | 'register';

/**
 * One card for sign-in and sign-up [LG-01 … LG-05]. After success, the guard of this page redirects the reader to the
 * dashboard, or to the page that they requested.
 */
export function SignInCard({ initial }: { initial: Mode }) {
  const t = useTranslate();
  const { navigation } = useHost();
  const { auth, signedIn, prefetch } = useShell();
  const stay = useReadable(auth.staySignedIn);
  const methods = useSignInMethods();
  const { hash } = useReadable(navigation.location);
  const invitation = invitationOf(hash);
  const refusal = providerFailure(hash, t);
  const [mode, setMode] = useState(initial);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { errors, check, clear } = useFormErrors();
  const [submitting, setSubmitting] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const [codeToken, setCodeToken] = useState(() => codeTokenOf(hash));
  const errorPlace = useRef<HTMLDivElement>(null);
  const registering = mode === 'register';
  useSetTitle(registering ? t('Create Account') : t('Sign In'));

  // In an effect: a render may happen twice, but the notice can be taken only once.
  useEffect(() => setNotice((current) => current ?? takeNotice()), []);
  useEffect(() => {
    if (error !== null) errorPlace.current?.focus();
  }, [error]);

  // Preloads the signed-in services when the visitor starts typing.
  const preload = () => {
    signedIn.load();
    prefetch('/dashboard');
  };

  const toggle = () => {
    const next = registering ? 'login' : 'register';
    setMode(next);
    setError(null);
    clear();
    setPassword('');
    setConfirmation('');
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submitting) return;
    setError(null);
    const own = registering ? checkRegistration({ name, password, confirmation }) : {};
    if (!check(event.currentTarget, own)) return;
    setSubmitting(true);
    try {
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

  return (
    <Page>
      <Card aria-labelledby="sign-in-title">
        <h1 id="sign-in-title">{registering ? t('Join thousands of book lovers') : t('Welcome Back')}</h1>
        <Lead>
          {registering
            ? t('Your books, and your place in each of them, on every device.')
            : t('Your books are where you left them.')}
        </Lead>
        {notice && error === null ? (
          <Banner
            tone="info"
            message={notice
              .split('\n')
              .map((line) => t(line))
              .join(' ')}
          />
        ) : null}
        {refusal && error === null ? <Banner tone="danger" message={refusal} /> : null}
        {registering && methods?.registration === 'invited' && invitation === null ? (
          <Banner
            tone="info"
            message={t(
              'New readers need an invitation here. Ask the person who runs this library for a link.',
            )}
          />
        ) : null}
        <div ref={errorPlace} tabIndex={-1}>
          {error ? <Banner tone="danger" message={t(error)} /> : null}
        </div>
        {codeToken !== null ? (
          <CodeForm
            token={codeToken}
            onLeave={(why) => {
              setCodeToken(null);
              setPassword('');
              setError(why ?? null);
            }}
          />
        ) : null}
        <form
          hidden={codeToken !== null}
          noValidate
          onSubmit={(event) => runInBackground(submit(event))}
          onFocus={preload}
          aria-busy={submitting}
        >
          <Fields disabled={submitting}>
            {registering ? (
              <TextField
                name="name"
                label={t('Full Name')}
                value={name}
                onChange={setName}
                error={errors.name}
                autoComplete="name"
                required
              />
            ) : null}
            <TextField
              name="email"
              label={t('Email Address')}
              type="email"
              error={errors.email}
              value={email}
              onChange={setEmail}
              autoComplete={registering ? 'email' : 'username webauthn'}
              inputMode="email"
              required
            />
            {registering ? (
              <NewPasswordField
                name="password"
                label={t('Password')}
                value={password}
                error={errors.password}
                onChange={setPassword}
                owner={{ name, email }}
                hint={t('At least 8 characters. A short sentence is easy to remember.')}
                required
              />
            ) : (
              <PasswordField
                name="password"
                label={t('Password')}
                value={password}
                error={errors.password}
                onChange={setPassword}
                autoComplete="current-password"
                required
              />
            )}
            {registering ? (
              <PasswordField
                name="confirmation"
                label={t('Confirm Password')}
                error={errors.confirmation}
                value={confirmation}
                onChange={setConfirmation}
                autoComplete="new-password"
                required
              />
            ) : null}
            <Checkbox
              label={t('Stay signed in')}
              checked={stay}
              onChange={auth.setStaySignedIn}
              disabled={submitting}
            />
            <Button type="submit" variant="primary" size="large" fullWidth busy={submitting}>
              {registering ? t('Create Account') : t('Sign In')}
            </Button>
          </Fields>
        </form>
        {registering || codeToken !== null || !passkeysWork() ? null : <PasskeySignIn onError={setError} />}
        {registering ? null : <ResetPassword email={email} byMail={methods?.mail ?? false} />}
        <ProviderSignIn methods={methods} />
        <NewPassword onDone={() => setNotice(newPasswordSet)} />
        <Toggle>
          {registering ? t('Already have an account?') : t('New here?')}{' '}
          <Button variant="quiet" disabled={submitting} onClick={toggle}>
            {registering ? t('Sign in instead') : t('Create an account')}
          </Button>
        </Toggle>
        <Foot>
          <navigation.Link to="/legal/terms-of-service">{t('Terms of Service')}</navigation.Link>
          <navigation.Link to="/legal/privacy-policy">{t('Privacy Policy')}</navigation.Link>
          <navigation.Link to="/contact">{t('Contact Us')}</navigation.Link>
        </Foot>
      </Card>
      <Aside aria-hidden="true">
        <blockquote>
          {t(
            '“Some books are to be tasted, others to be swallowed, and some few to be chewed and digested.”',
          )}
        </blockquote>
        <cite>Francis Bacon, Of Studies</cite>
      </Aside>
    </Page>
  );
}

import { authTexts } from '@lectern/client/auth/authErrors.ts';
import { passwordResetNotice, takeNotice } from '@lectern/client/auth/notice.ts';
import { supportsPasskeys } from '@lectern/client/auth/passkeys.ts';
import { invitationOf, providerFailure } from '@lectern/client/auth/signInAddress.ts';
import type { SignInMethods } from '@lectern/shared-contracts/api/auth.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../boundaries/lazyPart.tsx';
import { useLoaded } from '../../boundaries/useLoaded.ts';
import { useShell } from '../../host/shell.ts';
import { ObstacleLink } from '../../layout/sync-status/obstacle.tsx';
import { dashboardPath } from '../../routes/dashboardPage.ts';
import { useAttempt } from '../forms/useForm.ts';
import { NewPasswordField, PasswordField } from './PasswordField.tsx';
import { Aside, Card, Fields, Foot, Forgotten, Lead, Or, Page, Toggle } from './signInParts.ts';
import { type Mode, type SignInFields, type SignInForm, useSignInForm } from './useSignInForm.ts';

const CodeForm = lazyPart(() => import('./CodeForm.tsx').then((m) => m.CodeForm));
const PasskeySignIn = lazyPart(() => import('./PasskeySignIn.tsx').then((m) => m.PasskeySignIn));

/**
 * One card for sign-in and sign-up [LG-01 … LG-05]. After success, the guard of this page redirects the reader to the
 * dashboard, or to the page that they requested.
 */
export function SignInCard({ initial }: { initial: Mode }) {
  const t = useTranslate();
  const { navigation } = useHost();
  const { signedIn, prefetch } = useShell();
  const methods = useSignInMethods();
  const { hash } = useReadable(navigation.location);
  const form = useSignInForm(initial, hash);
  const { registering, fields, submitting, error, setError, codeToken } = form;
  const [notice, setNotice] = useState<string | null>(null);
  useSetTitle(registering ? t('Create Account') : t('Sign In'));

  // In an effect: a render may happen twice, but the notice can be taken only once.
  useEffect(() => setNotice((current) => current ?? takeNotice()), []);

  // Preloads the signed-in services when the visitor starts typing.
  const preload = () => {
    signedIn.load();
    prefetch(dashboardPath);
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
        <Messages
          error={error}
          notice={notice}
          refusal={providerFailure(hash, t)}
          needsInvitation={registering && methods?.registration === 'invited' && form.invitation === null}
        />
        {codeToken !== null ? <CodeForm token={codeToken} onLeave={form.leaveCode} /> : null}
        <form
          hidden={codeToken !== null}
          noValidate
          onSubmit={(event) => runInBackground(form.submit(event))}
          onFocus={preload}
          aria-busy={submitting}
        >
          <FormFields {...form} />
        </form>
        {registering || codeToken !== null || !supportsPasskeys() ? null : (
          <PasskeySignIn onError={setError} />
        )}
        {registering ? null : <ResetPassword email={fields.email} byMail={methods?.mail ?? false} />}
        <ProviderSignIn methods={methods} />
        <NewPassword onDone={() => setNotice(passwordResetNotice)} />
        <Toggle>
          {registering ? t('Already have an account?') : t('New here?')}{' '}
          <Button variant="quiet" disabled={submitting} onClick={form.toggle}>
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

/** A sign-in page of a proxy may stand in the way, which the service worker hides. */
const isOfProxy = (error: string): boolean =>
  error === authTexts.network || error.startsWith('Request failed');

interface MessagesProps {
  /** Why signing in failed. It gets the focus, and hides why the visitor was sent here. */
  error: string | null;
  /** A message of the page before, in lines. */
  notice: string | null;
  /** Why a provider did not sign in. */
  refusal: string | null;
  needsInvitation: boolean;
}

function Messages({ error, notice, refusal, needsInvitation }: MessagesProps) {
  const t = useTranslate();
  const errorPlace = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) errorPlace.current?.focus();
  }, [error]);
  return (
    <>
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
      {needsInvitation ? (
        <Banner
          tone="info"
          message={t('New readers need an invitation here. Ask the person who runs this library for a link.')}
        />
      ) : null}
      <div ref={errorPlace} tabIndex={-1}>
        {error ? (
          <Banner
            tone="danger"
            message={t(error)}
            action={isOfProxy(error) && navigator.onLine ? <ObstacleLink link="page" /> : null}
          />
        ) : null}
      </div>
    </>
  );
}

type FormFieldsProps = Pick<SignInForm, 'registering' | 'fields' | 'errors' | 'submitting' | 'change'>;

function FormFields({ registering, fields, errors, submitting, change }: FormFieldsProps) {
  const t = useTranslate();
  const { auth } = useShell();
  const stay = useReadable(auth.staySignedIn);
  /** What all fields have. */
  const field = (name: keyof SignInFields) => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: (value: string) => change({ [name]: value }),
    required: true,
  });
  return (
    <Fields disabled={submitting}>
      {registering ? <TextField label={t('Full Name')} {...field('name')} autoComplete="name" /> : null}
      <TextField
        label={t('Email Address')}
        {...field('email')}
        type="email"
        autoComplete={registering ? 'email' : 'username webauthn'}
        inputMode="email"
      />
      {registering ? (
        <>
          <NewPasswordField
            label={t('Password')}
            {...field('password')}
            owner={fields}
            hint={t('At least 8 characters. A short sentence is easy to remember.')}
          />
          <PasswordField
            label={t('Confirm Password')}
            {...field('confirmation')}
            autoComplete="new-password"
          />
        </>
      ) : (
        <PasswordField label={t('Password')} {...field('password')} autoComplete="current-password" />
      )}
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
  );
}

const ResetDialog = lazyPart(() => import('./ResetDialog.tsx').then((m) => m.ResetDialog));

/** For readers who forgot their password. */
function ResetPassword({ email, byMail }: { email: string; byMail: boolean }) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Forgotten>
        <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
          {t('Forgot your password?')}
        </Button>
      </Forgotten>
      {open ? <ResetDialog email={email} byMail={byMail} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const NewPasswordDialog = lazyPart(() => import('./NewPasswordDialog.tsx').then((m) => m.NewPasswordDialog));

/** The form of a password reset link. */
function NewPassword({ onDone }: { onDone: () => void }) {
  const { hash } = useReadable(useHost().navigation.location);
  const token = new URLSearchParams(hash.slice(1)).get('reset');
  return token === null ? null : <NewPasswordDialog token={token} onDone={onDone} />;
}

/** The available sign-in methods; null while unknown. If the request fails, only the form is shown. */
function useSignInMethods(): SignInMethods | null {
  const { api } = useHost();
  return useLoaded<SignInMethods | null>(() => api.call('GET /auth/methods', {}), null, [api]);
}

export function LoginPage() {
  return <SignInCard initial="login" />;
}

export function SignupPage() {
  return <SignInCard initial="register" />;
}

/**
 * Sign-in with the OpenID Connect provider, if configured: a link, since it leaves this page. An invitation is a
 * secret and must not be part of a URL: with one, a request to the server returns the address of the provider.
 */
function ProviderSignIn({ methods }: { methods: SignInMethods | null }) {
  const t = useTranslate();
  const { api, navigation } = useHost();
  const { search, hash } = useReadable(navigation.location);
  const stay = useReadable(useShell().auth.staySignedIn);
  const { busy, attempt } = useAttempt();
  if (!methods?.oidc) return null;
  const { name, start } = methods.oidc;
  const query = new URLSearchParams();
  const next = new URLSearchParams(search).get('next');
  const invitation = invitationOf(hash);
  if (next !== null) query.set('next', next);
  if (!stay) query.set('stay', '0');
  const href = query.size > 0 ? `${start}?${query}` : start;
  const acceptInvitation = (invited: string) =>
    attempt(async () => {
      const body = { invitation: invited, stay, ...(next === null ? {} : { next }) };
      const { url } = await api.call('POST /auth/oidc/start', { body });
      window.location.assign(url);
      // Busy until the page is gone.
      await new Promise(() => {});
    });
  return (
    <>
      <Or aria-hidden="true">{t('or')}</Or>
      {invitation === null ? (
        <Button as="a" href={href} fullWidth icon={<KeyRound />}>
          {t('Continue with {{name}}', { name })}
        </Button>
      ) : (
        <Button fullWidth busy={busy} icon={<KeyRound />} onClick={() => acceptInvitation(invitation)}>
          {t('Continue with {{name}}', { name })}
        </Button>
      )}
    </>
  );
}

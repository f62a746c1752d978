import { asHostError } from '@lectern/client/api/hostError.ts';
import { invitationOf } from '@lectern/client/auth/invitation.ts';
import type { SignInMethods } from '@lectern/shared-contracts/api/auth.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { Or } from './signInParts.ts';

/**
 * Sign-in with the OpenID Connect provider, if configured: a link, since it leaves this page. An invitation is a
 * secret and must not be part of a URL: with one, a request to the server returns the address of the provider.
 */
export function ProviderSignIn({ methods }: { methods: SignInMethods | null }) {
  const t = useTranslate();
  const { api, navigation, notify } = useHost();
  const { search, hash } = useReadable(navigation.location);
  const stay = useReadable(useShell().auth.staySignedIn);
  const [busy, setBusy] = useState(false);
  if (!methods?.oidc) return null;
  const { name, start } = methods.oidc;
  const query = new URLSearchParams();
  const next = new URLSearchParams(search).get('next');
  const invitation = invitationOf(hash);
  if (next !== null) query.set('next', next);
  if (!stay) query.set('stay', '0');
  const href = query.size > 0 ? `${start}?${query}` : start;
  const acceptInvitation = async (invited: string) => {
    setBusy(true);
    try {
      const body = { invitation: invited, stay, ...(next === null ? {} : { next }) };
      const { url } = await api.call('POST /auth/oidc/start', { body });
      window.location.assign(url);
    } catch (failure) {
      notify.show({ tone: 'danger', message: t(asHostError(failure).message) });
      setBusy(false);
    }
  };
  return (
    <>
      <Or aria-hidden="true">{t('or')}</Or>
      {invitation === null ? (
        <Button as="a" href={href} fullWidth icon={<KeyRound />}>
          {t('Continue with {{name}}', { name })}
        </Button>
      ) : (
        <Button
          fullWidth
          busy={busy}
          icon={<KeyRound />}
          onClick={() => runInBackground(acceptInvitation(invitation))}
        >
          {t('Continue with {{name}}', { name })}
        </Button>
      )}
    </>
  );
}

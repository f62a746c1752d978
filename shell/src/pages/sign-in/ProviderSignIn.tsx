import { invitationOf } from '@lectern/client/auth/signInAddress.ts';
import type { SignInMethods } from '@lectern/shared-contracts/api/auth.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { KeyRound } from 'lucide-react';
import { useShell } from '../../host/shell.ts';
import { useAttempt } from '../forms/useForm.ts';
import { Or } from './signInParts.ts';

/**
 * Sign-in with the OpenID Connect provider, if configured: a link, since it leaves this page. An invitation is a
 * secret and must not be part of a URL: with one, a request to the server returns the address of the provider.
 */
export function ProviderSignIn({ methods }: { methods: SignInMethods | null }) {
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

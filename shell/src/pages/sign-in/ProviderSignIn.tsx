import type { SignInMethods } from '@lectern/shared-contracts/api/auth.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { KeyRound } from 'lucide-react';
import { useShell } from '../../host/shell.ts';
import { invitationOf } from './invitation.ts';
import { Or } from './signInParts.ts';

/** To the provider of OpenID Connect, where one is set up: a link, since the browser leaves this page. */
export function ProviderSignIn({ methods }: { methods: SignInMethods | null }) {
  const t = useTranslate();
  const { search, hash } = useReadable(useHost().navigation.location);
  const stay = useReadable(useShell().auth.staySignedIn);
  if (!methods?.oidc) return null;
  const { name, start } = methods.oidc;
  const query = new URLSearchParams();
  const next = new URLSearchParams(search).get('next');
  const invitation = invitationOf(hash);
  if (next !== null) query.set('next', next);
  if (invitation !== null) query.set('invitation', invitation);
  if (!stay) query.set('stay', '0');
  const href = query.size > 0 ? `${start}?${query}` : start;
  return (
    <>
      <Or aria-hidden="true">{t('or')}</Or>
      <Button as="a" href={href} fullWidth icon={<KeyRound />}>
        {t('Continue with {{name}}', { name })}
      </Button>
    </>
  );
}

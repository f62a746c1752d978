import { isCanceled } from '@lectern/client/auth/passkeys.ts';
import { asHostError } from '@lectern/client/common/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { Fingerprint } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useShell } from '../../host/shell.ts';

/** Milliseconds. A challenge expires after ten minutes: the autofill request is renewed before that. */
const renewAfter = 9 * 60_000;

/** Signs in with a passkey: from the browser's autofill list at the email field, or with a button. */
export function PasskeySignIn({ onError }: { onError: (message: string | null) => void }) {
  const t = useTranslate();
  const { api } = useHost();
  const { auth } = useShell();
  const stay = useReadable(auth.staySignedIn);
  const lasting = useRef(stay);
  lasting.current = stay;
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);

  const signIn = useCallback(
    async (byAutofill: boolean) => {
      const options = await api.call('POST /auth/sign-in/passkey/options', {});
      const response = await startAuthentication({
        optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
        useBrowserAutofill: byAutofill,
      });
      const body = { response, ...(lasting.current ? {} : { stay: false }) };
      auth.enter(await api.call('POST /auth/sign-in/passkey', { body }));
    },
    [api, auth],
  );

  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => setRound((before) => before + 1), renewAfter);
    browserSupportsWebAuthnAutofill()
      .then(async (offered) => {
        if (offered && current) await signIn(true);
      })
      .catch((failure) => {
        // A canceled or unavailable request is not an error; a rejected passkey is.
        if (current && !isCanceled(failure) && asHostError(failure).status === 403)
          onError(asHostError(failure).message);
      });
    return () => {
      current = false;
      clearTimeout(timer);
      WebAuthnAbortService.cancelCeremony();
    };
  }, [signIn, onError, round]);

  const press = async () => {
    setBusy(true);
    onError(null);
    try {
      await signIn(false);
    } catch (failure) {
      if (!isCanceled(failure)) onError(asHostError(failure).message);
      setRound((before) => before + 1);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Button fullWidth icon={<Fingerprint />} busy={busy} onClick={() => runInBackground(press())}>
      {t('Sign in with a passkey')}
    </Button>
  );
}

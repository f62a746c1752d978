import { asHostError } from '@lectern/client/api/hostError.ts';
import { isCanceled } from '@lectern/client/auth/passkeyCeremony.ts';
import type { Passkey } from '@lectern/shared-contracts/api/factors.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { useOtherDevices } from '../profile/useOtherDevices.ts';
import type { Confirmed } from './useConfirmed.ts';

/** Adds, renames and removes passkeys; each reports its own errors. */
export function usePasskeys(confirmed: Confirmed, onChange: () => void) {
  const t = useTranslate();
  const { api, notify } = useHost();
  const others = useOtherDevices();
  const [busy, setBusy] = useState(false);

  /** @param action resolves to null when the reader has not confirmed it */
  const run = async (action: () => Promise<unknown>, tell: () => Promise<void>) => {
    setBusy(true);
    try {
      if ((await action()) === null) return;
      onChange();
      await tell();
    } catch (failure) {
      if (!isCanceled(failure)) notify.show({ tone: 'danger', message: t(messageOf(failure)) });
    } finally {
      setBusy(false);
    }
  };

  const add = (name: string) =>
    run(
      async () => {
        const options = await confirmed(() => api.call('POST /auth/passkeys/options', {}));
        if (options === null) return null;
        const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
        const response = await startRegistration({ optionsJSON });
        return api.call('POST /auth/passkeys', { body: { name, response } });
      },
      () => others.offerEnd(t('Your passkey is added.')),
    );

  const rename = ({ id }: Passkey, name: string) =>
    run(
      () => api.call('PATCH /auth/passkeys/:id', { params: { id }, body: { name } }),
      async () => notify.show({ tone: 'success', message: t('Your passkey is renamed.') }),
    );

  const remove = ({ id }: Passkey) => {
    const done = () => api.call('DELETE /auth/passkeys/:id', { params: { id } }).then(() => true);
    return run(
      () => confirmed(done),
      () => others.offerEnd(t('Your passkey is removed.')),
    );
  };

  return { busy, add, rename, remove };
}

/** Replaces the browser's message for a device that already has a passkey. */
function messageOf(failure: unknown): string {
  const isDuplicate = failure instanceof Error && failure.name === 'InvalidStateError';
  return isDuplicate ? 'This passkey is in use already.' : asHostError(failure).message;
}

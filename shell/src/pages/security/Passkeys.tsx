import { isCanceled, supportsPasskeys } from '@lectern/client/auth/passkeys.ts';
import { asHostError } from '@lectern/client/common/hostError.ts';
import type { Passkey } from '@lectern/shared-contracts/api/factors.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { deviceName } from '@lectern/shared-contracts/domain/deviceName.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { Muted } from '../../services/theme/prose.ts';
import { FormDialog } from '../forms/FormDialog.tsx';
import type { Confirmed } from './ConfirmIdentity.tsx';
import { DeviceList, useOtherDevices } from './DeviceList.tsx';
import { Commands, KeyWords, Part } from './securityParts.tsx';

export interface PasskeysProps {
  passkeys: readonly Passkey[];
  confirmed: Confirmed;
  onChange: () => void;
}

/** The reader's passkeys: add, rename and remove. */
export function Passkeys({ passkeys, confirmed, onChange }: PasskeysProps) {
  const t = useTranslate();
  const { busy, add, rename, remove } = usePasskeys(confirmed, onChange);
  const [naming, setNaming] = useState<Passkey | 'new' | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);

  return (
    <Part aria-labelledby="passkeys-title">
      <h3 id="passkeys-title">{t('Passkeys')}</h3>
      <Muted>{t('Sign in with your fingerprint, face or screen lock, without a password or a code.')}</Muted>
      {passkeys.length > 0 ? (
        <DeviceList>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <KeyWords item={passkey} more={passkey.synced ? t('Kept by your password manager') : ''} />
              <Commands>
                <Button
                  size="small"
                  aria-label={t('Rename {{name}}', { name: passkey.name })}
                  onClick={() => setNaming(passkey)}
                >
                  {t('Rename')}
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={t('Remove {{name}}', { name: passkey.name })}
                  onClick={() => setRemoving(passkey)}
                >
                  {t('Remove')}
                </Button>
              </Commands>
            </li>
          ))}
        </DeviceList>
      ) : null}
      {supportsPasskeys() ? (
        <div>
          <Button icon={<Fingerprint />} busy={busy} onClick={() => setNaming('new')}>
            {t('Add a passkey')}
          </Button>
        </div>
      ) : (
        <Muted>{t('Passkeys need a library with its own domain name, reached over HTTPS.')}</Muted>
      )}
      {naming === null ? null : (
        <PasskeyNameDialog
          name={naming === 'new' ? ownName(t('This device')) : naming.name}
          isNew={naming === 'new'}
          onSave={(name) => {
            setNaming(null);
            runInBackground(naming === 'new' ? add(name) : rename(naming, name));
          }}
          onClose={() => setNaming(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('Remove this passkey?')}
        description={t(
          'It can no longer be used to sign in here. Your device may keep offering it until you remove it there too.',
        )}
        confirmLabel={t('Remove')}
        cancelLabel={t('Cancel')}
        onConfirm={() => {
          setRemoving(null);
          if (removing) runInBackground(remove(removing));
        }}
        danger
      />
    </Part>
  );
}

function ownName(otherwise: string): string {
  const { browser, system } = deviceName(navigator.userAgent);
  return [browser, system].filter(Boolean).join(', ') || otherwise;
}

/** Adds, renames and removes passkeys; each reports its own errors. */
function usePasskeys(confirmed: Confirmed, onChange: () => void) {
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

interface PasskeyNameDialogProps {
  name: string;
  isNew: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for a name for a passkey. */
function PasskeyNameDialog({ name: before, isNew, onSave, onClose }: PasskeyNameDialogProps) {
  const t = useTranslate();
  const [name, setName] = useState(before);
  return (
    <FormDialog
      title={isNew ? t('Add a passkey') : t('Rename the passkey')}
      description={isNew ? t('Give it a name. Your browser then asks how to keep it.') : undefined}
      submit={isNew ? t('Continue') : t('Save')}
      send={async () => onSave(name.trim())}
      onClose={onClose}
    >
      {(errors) => (
        <TextField
          name="name"
          label={t('Name')}
          value={name}
          onChange={setName}
          maxLength={100}
          error={errors.name}
          required
        />
      )}
    </FormDialog>
  );
}

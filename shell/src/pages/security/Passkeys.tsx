import { deviceName } from '@lectern/client/auth/deviceName.ts';
import { supportsPasskeys } from '@lectern/client/auth/supportsPasskeys.ts';
import type { Passkey } from '@lectern/shared-contracts/api/factors.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { Muted } from '../../theme/prose.ts';
import { DeviceList } from '../profile/profileParts.ts';
import { KeyWords } from './KeyWords.tsx';
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx';
import { Commands, Part } from './securityParts.ts';
import type { Confirmed } from './useConfirmed.ts';
import { usePasskeys } from './usePasskeys.ts';

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
        onOpenChange={(open) => !open && setRemoving(null)}
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

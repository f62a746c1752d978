import { addressOf } from '@lectern/client/common/basePath.ts';
import type { NewAppPassword } from '@lectern/shared-contracts/api/appPasswords.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Facts } from '../../theme/prose.ts';
import { QrCode } from '../security/QrCode.tsx';
import { QrPlace, Secret } from '../security/securityParts.ts';
import { clients } from './clientSteps.ts';
import { Steps } from './devicesParts.ts';

/** The new app password, shown once, with the settings to enter on the device. */
export function AppPasswordSecret({ made, onClose }: { made: NewAppPassword; onClose: () => void }) {
  const t = useTranslate();
  const { notify } = useHost();
  const [chosen, setChosen] = useState(0);
  const origin = window.location.origin + addressOf('/').slice(0, -1);
  const catalog = `${origin}/opds`;
  const { secret, username, scopes } = made;

  const copy = () => {
    // The Clipboard API is missing on plain HTTP or may be denied: the text can still be selected.
    const copied = navigator.clipboard?.writeText(secret) ?? Promise.reject(new Error('No clipboard'));
    return copied.then(
      () => notify.show({ tone: 'success', message: t('The password is copied.') }),
      () => notify.show({ tone: 'warning', message: t('Select the password and copy it by hand.') }),
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('The password for {{name}}', { name: made.name })}
      description={t('It is shown only now. Enter it on the device before you close this.')}
      closeLabel={t('Close')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('I have entered it')}
        </Button>
      }
    >
      <Stack gap={5}>
        <Facts>
          <dt>{t('User name')}</dt>
          <dd>
            <Secret>{username}</Secret>
          </dd>
          <dt>{t('Password')}</dt>
          <dd>
            <Secret>{secret}</Secret>
          </dd>
          {scopes.includes('read') ? (
            <>
              <dt>{t('Catalog address')}</dt>
              <dd>
                <Secret>{catalog}</Secret>
              </dd>
            </>
          ) : null}
          {scopes.includes('progress') ? (
            <>
              <dt>{t('Sync address')}</dt>
              <dd>
                <Secret>{`${origin}/kosync`}</Secret>
              </dd>
            </>
          ) : null}
          {scopes.includes('write') ? (
            <>
              <dt>{t('Folder address')}</dt>
              <dd>
                <Secret>{`${origin}/dav`}</Secret>
              </dd>
            </>
          ) : null}
        </Facts>
        <div>
          <Button icon={<Copy />} onClick={() => runInBackground(copy())}>
            {t('Copy the password')}
          </Button>
        </div>
        <QrPlace>
          <QrCode text={catalog} label={t('QR code of the catalog address')} />
        </QrPlace>
        <Select
          label={t('How to set it up in')}
          value={String(chosen)}
          options={clients.map(({ name }, at) => ({ value: String(at), label: t(name) }))}
          onChange={(value) => setChosen(Number(value))}
        />
        <Steps>
          {clients[chosen]?.steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </Steps>
      </Stack>
    </Dialog>
  );
}

import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { useState } from 'react';
import { Muted } from '../../theme/prose.ts';
import { FormDialog } from '../forms/FormDialog.tsx';
import { useAttempt } from '../forms/useAttempt.ts';
import { QrCode } from './QrCode.tsx';
import { QrPlace, Secret } from './securityParts.ts';

export interface SetupDialogProps {
  /** Base32. */
  secret: string;
  /** otpauth://… */
  uri: string;
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Shows the secret as QR code and text, and asks for the first code. */
export function SetupDialog({ secret, uri, onDone, onClose }: SetupDialogProps) {
  const t = useTranslate();
  const { api } = useHost();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { busy, attempt } = useAttempt(setError);

  const save = () => {
    setError(undefined);
    attempt(async () =>
      onDone((await api.call('POST /auth/second-factor', { body: { code: code.trim() } })).recovery_codes),
    );
  };

  return (
    <FormDialog
      title={t('Set up an app')}
      description={t(
        'Scan this with an authenticator app, or type the key into it. Then enter the code it shows.',
      )}
      submit={t('Turn on')}
      busy={busy}
      onSubmit={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <QrPlace>
            <QrCode text={uri} label={t('QR code of the key below')} />
          </QrPlace>
          <div>
            <Muted>{t('Key')}</Muted>
            <Secret>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</Secret>
          </div>
          <TextField
            name="code"
            label={t('Code from your app')}
            value={code}
            onChange={setCode}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={9}
            dir="ltr"
            error={errors.code ?? error}
            required
          />
        </>
      )}
    </FormDialog>
  );
}

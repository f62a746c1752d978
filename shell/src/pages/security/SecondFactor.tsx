import type { SignInFactors } from '@lectern/shared-contracts/api/factors.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { Copy, Download, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Muted } from '../../services/theme/prose.ts';
import { FormDialog } from '../forms/FormDialog.tsx';
import { useAttempt } from '../forms/useForm.ts';
import { useCopy } from '../useCopy.ts';
import type { Confirmed } from './ConfirmIdentity.tsx';
import { useOtherDevices } from './DeviceList.tsx';
import { CodeList, Part, QrCode, QrPlace, Secret } from './securityParts.tsx';

interface SecondFactorProps {
  state: SignInFactors['second_factor'];
  confirmed: Confirmed;
  onChange: () => void;
}

/** Two-factor authentication with an authenticator app. */
export function SecondFactor({ state, confirmed, onChange }: SecondFactorProps) {
  const t = useTranslate();
  const { api } = useHost();
  const others = useOtherDevices();
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [ending, setEnding] = useState(false);
  const { busy, attempt } = useAttempt();

  const run = <T,>(action: () => Promise<T>, then: (value: T) => void) =>
    attempt(async () => {
      const value = await confirmed(action);
      if (value !== null) then(value);
    });

  const begin = () => run(() => api.call('POST /auth/second-factor/setup', {}), setSetup);
  const renew = () =>
    run(
      () => api.call('POST /auth/second-factor/recovery-codes', {}),
      (answer) => setCodes(answer.recovery_codes),
    );
  const end = () => {
    setEnding(false);
    return run(
      () => api.call('DELETE /auth/second-factor', {}).then(() => true),
      () => {
        onChange();
        runInBackground(others.offerEnd(t('You’re no longer asked for a code.')));
      },
    );
  };

  return (
    <Part aria-labelledby="second-factor-title">
      <h3 id="second-factor-title">
        {t('Code from an app')} {state ? <Badge>{t('On')}</Badge> : null}
      </h3>
      <Muted>
        {t(
          'After your password, you’re asked for a code from an app on your phone. Knowing your password is then not enough to sign in.',
        )}
      </Muted>
      {state ? (
        <>
          <p>{t('Recovery codes left: {{left}}', { left: state.recovery_codes })}</p>
          <Stack direction="inline" gap={3}>
            <Button busy={busy} onClick={renew}>
              {t('New recovery codes')}
            </Button>
            <Button variant="quiet" onClick={() => setEnding(true)}>
              {t('Turn off')}
            </Button>
          </Stack>
        </>
      ) : (
        <div>
          <Button icon={<Smartphone />} busy={busy} onClick={begin}>
            {t('Set up an app')}
          </Button>
        </div>
      )}
      {setup ? (
        <SetupDialog
          {...setup}
          onDone={(made) => {
            setSetup(null);
            setCodes(made);
          }}
          onClose={() => setSetup(null)}
        />
      ) : null}
      {codes ? (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null);
            onChange();
            // New recovery codes do not affect other sessions; turning on the second factor does.
            if (state === null)
              runInBackground(others.offerEnd(t('You’ll be asked for a code from now on.')));
          }}
        />
      ) : null}
      <ConfirmDialog
        open={ending}
        onClose={() => setEnding(false)}
        title={t('Stop asking for a code?')}
        description={t('Your password alone is then enough to sign in. Your recovery codes no longer work.')}
        confirmLabel={t('Turn off')}
        cancelLabel={t('Cancel')}
        onConfirm={end}
        danger
      />
    </Part>
  );
}

/** The recovery codes, which are shown only once. */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslate();
  const copy = useCopy();
  const text = `${codes.join('\n')}\n`;
  const said = {
    done: t('The codes are copied.'),
    byHand: t('The codes could not be copied. Please write them down.'),
  };

  return (
    <Dialog
      onClose={onClose}
      size="small"
      title={t('Your recovery codes')}
      description={t(
        'Each code signs you in once when you don’t have your app. Keep them somewhere safe: they won’t be shown again.',
      )}
      closeLabel={t('Close')}
    >
      <Stack>
        <CodeList>
          {codes.map((code) => (
            <li key={code}>
              <Secret>{code}</Secret>
            </li>
          ))}
        </CodeList>
        <Stack direction="inline" gap={3}>
          <Button icon={<Copy />} onClick={() => copy(text, said)}>
            {t('Copy')}
          </Button>
          <Button
            as="a"
            icon={<Download />}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="lectern-recovery-codes.txt"
          >
            {t('Download')}
          </Button>
        </Stack>
        <Button variant="primary" onClick={onClose}>
          {t('I have kept them')}
        </Button>
      </Stack>
    </Dialog>
  );
}

interface SetupDialogProps {
  /** Base32. */
  secret: string;
  /** otpauth://… */
  uri: string;
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Shows the secret as QR code and text, and asks for the first code. */
function SetupDialog({ secret, uri, onDone, onClose }: SetupDialogProps) {
  const t = useTranslate();
  const { api } = useHost();
  const [code, setCode] = useState('');
  const save = async () =>
    onDone((await api.call('POST /auth/second-factor', { body: { code: code.trim() } })).recovery_codes);

  return (
    <FormDialog
      title={t('Set up an app')}
      description={t(
        'Scan this with an authenticator app, or type the key into it. Then enter the code it shows.',
      )}
      submit={t('Turn on')}
      send={save}
      onClose={onClose}
    >
      {(errors, error) => (
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

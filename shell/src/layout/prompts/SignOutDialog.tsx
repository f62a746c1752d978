import type { SignOut } from '@lectern/client/reader-data/createSignOut.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Muted } from '../../services/theme/prose.ts';
import { UnsentList } from './UnsentList.tsx';

/** Lists unsent changes before signing out, and asks whether to send, keep or discard them. */
export function SignOutDialog({ signOut }: { signOut: SignOut }) {
  const t = useTranslate();
  const state = useReadable(signOut.state);
  if (state.step === 'none') return null;
  if (state.step === 'sending') {
    const done = t('{{sent}} of {{total}} sent', { sent: state.sent, total: state.total });
    return (
      <Dialog
        onClose={signOut.cancel}
        size="small"
        title={t('Sending your changes')}
        closeLabel={t('Stay signed in')}
        footer={<Button onClick={signOut.cancel}>{t('Stay signed in')}</Button>}
      >
        <Stack gap={3}>
          <ProgressBar value={state.sent} max={state.total} label={done} />
          <span role="status">{done}</span>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog
      onClose={signOut.cancel}
      title={t('Not sent yet')}
      description={
        state.tried
          ? t('This couldn’t be sent yet. What would you like to do with it?')
          : t('Before you sign out: this hasn’t been sent yet and is only in this browser.')
      }
      closeLabel={t('Stay signed in')}
      footer={
        <>
          <Button variant="quiet" onClick={() => runInBackground(signOut.discard())}>
            {t('Discard')}
          </Button>
          {state.canKeep ? (
            <Button onClick={() => runInBackground(signOut.keep())}>{t('Keep for my next sign-in')}</Button>
          ) : null}
          <Button variant="primary" onClick={() => runInBackground(signOut.sendNow())}>
            {state.tried ? t('Try again') : t('Send now')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <UnsentList counts={state.counts} />
        <Muted>
          {t(
            'What you keep is encrypted: nobody else can read it, and it is sent when you sign in again in this browser.',
          )}
        </Muted>
      </Stack>
    </Dialog>
  );
}

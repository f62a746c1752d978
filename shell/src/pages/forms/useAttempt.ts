import { asHostError } from '@lectern/client/api/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useState } from 'react';

/**
 * Runs what the reader has started, usually a call. `busy` is true meanwhile.
 * @param onFailure takes the message of a failure; by default it is shown as a notification
 */
export function useAttempt(onFailure?: (message: string) => void) {
  const t = useTranslate();
  const { notify } = useHost();
  const [busy, setBusy] = useState(false);
  const fail = onFailure ?? ((message: string) => notify.show({ tone: 'danger', message }));
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      fail(t(asHostError(failure).message));
    } finally {
      setBusy(false);
    }
  };
  return { busy, attempt: (work: () => Promise<unknown>) => runInBackground(run(work)) };
}

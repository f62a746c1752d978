import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useState } from 'react';

/**
 * Runs what the reader has started, usually a call. `busy` is true meanwhile.
 * @param onFailure takes the message of a failure; by default it is shown as a notification
 */
export function useAttempt(onFailure?: (message: string) => void) {
  const { notify } = useHost();
  const t = useTranslate();
  const [busy, setBusy] = useState(false);
  const fail = onFailure ?? ((message: string) => notify.show({ tone: 'danger', message }));
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      fail(t(errorMessage(error)));
    } finally {
      setBusy(false);
    }
  };
  return { busy, attempt };
}

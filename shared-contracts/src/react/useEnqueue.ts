import { useCallback } from 'react';
import type { EnqueueOptions } from '../contract/host.ts';
import { isHostError } from '../contract/hostError.ts';
import type { ActionName, ActionPayloads } from '../contract/syncActions.ts';
import { useHost, useTranslate } from './hooks.ts';

/**
 * For a component whose next step depends on its write, such as a form that closes. A failure is shown to the reader:
 * with the server's message, or else with `failure`. The shell itself reports a write that can be neither stored nor
 * sent, so that there is only one message. If nothing waits for the write, use `runInBackground(sync.enqueue(…))`.
 * @returns a function that adds a write to the queue; `failure` is a key of the texts. It resolves with whether the
 * write is queued, and never rejects
 */
export function useEnqueue() {
  const { sync, notify } = useHost();
  const t = useTranslate();
  return useCallback(
    async <T extends ActionName>(
      type: T,
      payload: ActionPayloads[T],
      failure: string,
      options?: EnqueueOptions,
    ): Promise<boolean> => {
      try {
        await sync.enqueue(type, payload, options);
        return true;
      } catch (error) {
        if (!isReportedByShell(error))
          notify.show({ tone: 'danger', message: serverMessage(error) ?? t(failure) });
        return false;
      }
    },
    [sync, notify, t],
  );
}

const isReportedByShell = (error: unknown): boolean => isHostError(error) && error.status === 0;

const serverMessage = (error: unknown): string | null =>
  isHostError(error) && error.status > 0 && error.message ? error.message : null;

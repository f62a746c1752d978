import type { EnqueueOptions } from '@lectern/shared-contracts/contract/host.ts';
import { isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import type { ActionName, ActionPayloads } from '@lectern/shared-contracts/contract/syncActions.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback } from 'react';

/**
 * Hands a write to the queue, and says it when even that failed: in the server's words where it spoke, else in
 * `failure`, a key of the texts.
 * @returns whether the write is safe
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
        if (!isToldByShell(error)) notify.show({ tone: 'danger', message: serverWords(error) ?? t(failure) });
        return false;
      }
    },
    [sync, notify, t],
  );
}

/** The shell itself tells the reader that a write could be neither kept nor sent, so that there is one alert. */
const isToldByShell = (error: unknown): boolean => isHostError(error) && error.status === 0;

const serverWords = (error: unknown): string | null =>
  isHostError(error) && error.status > 0 && error.message ? error.message : null;

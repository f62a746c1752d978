import type { EnqueueOptions, HostError, PayloadOf } from '@lectern/shared-contracts/contract/host.ts';
import type { BuiltInActions } from '@lectern/shared-contracts/contract/syncActions.ts';
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
    async <T extends keyof BuiltInActions>(
      type: T,
      payload: BuiltInActions[T],
      failure: string,
      options?: EnqueueOptions,
    ): Promise<boolean> => {
      try {
        await sync.enqueue(type, payload as PayloadOf<T>, options);
        return true;
      } catch (error) {
        if (!isToldByShell(error)) notify.show({ tone: 'danger', message: serverWords(error) ?? t(failure) });
        return false;
      }
    },
    [sync, notify, t],
  );
}

/** What the queue could neither keep nor send is said by the shell, for all parts of the app: one failure, one alert. */
const isToldByShell = (error: unknown): boolean => (error as Partial<HostError>).status === 0;

function serverWords(error: unknown): string | null {
  const { status, message } = error as Partial<HostError>;
  return typeof status === 'number' && status > 0 && message ? message : null;
}

import { useCallback } from 'react';
import type { EnqueueOptions } from '../contract/host.ts';
import { isHostError } from '../contract/hostError.ts';
import type { ActionName, ActionPayloads } from '../contract/syncActions.ts';
import { useHost, useTranslate } from './hooks.ts';

/**
 * The one way for a component to write whose next step depends on it. It says when a write failed: the shell does where
 * it could be neither kept nor sent, so that there is one alert; otherwise in the server's words, else in `failure`.
 * Where nobody waits: `runInBackground(sync.enqueue(…))`, and the shell says it.
 * @returns a function that hands a write to the queue; `failure` is a key of the texts; it resolves with whether the
 * write is safe, and never rejects
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

const isToldByShell = (error: unknown): boolean => isHostError(error) && error.status === 0;

const serverWords = (error: unknown): string | null =>
  isHostError(error) && error.status > 0 && error.message ? error.message : null;

import { asHostError } from '@lectern/client/api/hostError.ts';
import { useCallback, useRef, useState } from 'react';

/** Runs a task that may require a confirmed identity. @returns null when the reader canceled the confirmation */
export type Confirmed = <T>(action: () => Promise<T>) => Promise<T | null>;

/** Asks the reader to confirm their identity if the server requires it, then retries the task. */
export function useConfirmed(): { confirmed: Confirmed; asking: boolean; answer: (yes: boolean) => void } {
  const [asking, setAsking] = useState(false);
  const waiting = useRef<((yes: boolean) => void) | null>(null);

  const confirmed = useCallback(async <T>(action: () => Promise<T>): Promise<T | null> => {
    try {
      return await action();
    } catch (failure) {
      if (asHostError(failure).code !== 'confirmation_needed') throw failure;
    }
    const yes = await new Promise<boolean>((resolve) => {
      waiting.current = resolve;
      setAsking(true);
    });
    return yes ? action() : null;
  }, []);

  const answer = useCallback((yes: boolean) => {
    setAsking(false);
    waiting.current?.(yes);
    waiting.current = null;
  }, []);

  return { confirmed, asking, answer };
}

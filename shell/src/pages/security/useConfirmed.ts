import { asHostError } from '@lectern/client/api/hostError.ts';
import { useCallback, useRef, useState } from 'react';

/** Does something for which the server wants a confirmed sign-in. @returns null when the reader would not confirm */
export type Confirmed = <T>(action: () => Promise<T>) => Promise<T | null>;

/** Asks who is there when the server wants to know, and then does what was to be done. */
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

import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useState } from 'react';

/** Passwords of books by book id, until the page is closed. */
const ofSession = new Map<string, string>();

export interface PasswordRequest {
  /** The last password was wrong. */
  wrong: boolean;
  /** @param keep on this device, for the next time */
  answer(password: string, keep: boolean): void;
}

/**
 * The password of a locked book. It is asked once, kept in memory until the page is closed, and in this browser only
 * when the reader wants so. It is never sent.
 */
export function usePassword(bookId: string): {
  /** What the reader is asked; null for nothing. */
  request: PasswordRequest | null;
  ask(wrong: boolean): Promise<string>;
} {
  const { preferences } = useHost();
  const [request, setRequest] = useState<PasswordRequest | null>(null);
  const ask = useCallback(
    (wrong: boolean) => {
      const name = `reader.password.${bookId}`;
      const stored = preferences.watch(name, '');
      if (wrong) {
        ofSession.delete(bookId);
        if (stored.get() !== '') preferences.set(name, '');
      }
      const known = ofSession.get(bookId) ?? stored.get();
      if (known !== '') return Promise.resolve(known);
      return new Promise<string>((resolve) => {
        setRequest({
          wrong,
          answer(password, keep) {
            setRequest(null);
            ofSession.set(bookId, password);
            if (keep) preferences.set(name, password);
            resolve(password);
          },
        });
      });
    },
    [bookId, preferences],
  );
  return { request, ask };
}

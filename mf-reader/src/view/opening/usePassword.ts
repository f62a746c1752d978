import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useState } from 'react';

/** Passwords by book id, until the page is closed. */
const ofSession = new Map<string, string>();

export interface PasswordRequest {
  /** The last password was wrong. */
  wrong: boolean;
  /** @param keep on this device, for the next time */
  answer(password: string, keep: boolean): void;
}

/**
 * The password of a protected book. It is asked for once, kept in memory until the page is closed, and stored in this
 * browser only if the user wants it. It is never sent.
 */
export function usePassword(bookId: string): {
  /** The pending request for a password; null for none. */
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
      const knownPassword = ofSession.get(bookId) ?? stored.get();
      if (knownPassword !== '') return Promise.resolve(knownPassword);
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

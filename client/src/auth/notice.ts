import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

/** A message for the next page after a reload: why the reader has to sign in again. */
export function setSignInNotice(text: string, session: Storage = sessionStorage): void {
  session.setItem(storageKeys.notice, text);
}

/** Returns and removes the message; null when there is none. */
export function takeNotice(session: Storage = sessionStorage): string | null {
  const text = session.getItem(storageKeys.notice);
  session.removeItem(storageKeys.notice);
  return text;
}

/** Shown on the sign-in page after a password reset. */
export const passwordResetNotice = text('Your new password is set. Please sign in with it.');

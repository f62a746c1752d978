import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

/** One sentence for the page that comes after a reload: why the reader has to sign in again. */
export function leaveNotice(text: string, session: Storage = sessionStorage): void {
  session.setItem(storageKeys.notice, text);
}

/** Takes the sentence away; null when there is none. */
export function takeNotice(session: Storage = sessionStorage): string | null {
  const text = session.getItem(storageKeys.notice);
  session.removeItem(storageKeys.notice);
  return text;
}

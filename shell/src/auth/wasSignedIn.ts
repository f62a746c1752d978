import { storageKeys } from '@lectern/shared-contracts/storageKeys.ts';

/** Is there a token of the last visit? A guess, before anything is verified, at what the page will need. */
export function wasSignedIn(): boolean {
  try {
    return (sessionStorage.getItem(storageKeys.token) ?? localStorage.getItem(storageKeys.token)) !== null;
  } catch {
    return false;
  }
}

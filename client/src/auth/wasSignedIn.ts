import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

/** The token of the last visit, as it lies there, before anything is verified; null when there is none. */
export function storedToken(): string | null {
  try {
    return sessionStorage.getItem(storageKeys.token) ?? localStorage.getItem(storageKeys.token);
  } catch {
    return null;
  }
}

import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

/** The stored token of the last visit, not verified; null when there is none. */
export function storedToken(): string | null {
  try {
    return sessionStorage.getItem(storageKeys.token) ?? localStorage.getItem(storageKeys.token);
  } catch {
    return null;
  }
}

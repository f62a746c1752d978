import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

/**
 * Expiry of an access token in milliseconds since 1970. The signature is verified by the server only: this tells
 * whether the token is worth sending.
 * @returns null when it cannot be decoded
 */
function tokenExpiry(token: string): number | null {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1_000 : null;
}

/** User id of a token; null when it cannot be decoded. */
export function tokenHolder(token: string): string | null {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : null;
}

function claimsOf(token: string): { exp?: unknown; sub?: unknown } {
  const payload = token.split('.')[1];
  if (payload === undefined) return {};
  try {
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(base64));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}

/** Whether a token has expired or cannot be decoded. @param now milliseconds since 1970 */
export function isExpired(token: string, now: number): boolean {
  const expiry = tokenExpiry(token);
  return expiry === null || expiry <= now;
}

/** The stored token of the last visit, not verified; null when there is none. */
export function storedToken(): string | null {
  try {
    return sessionStorage.getItem(storageKeys.token) ?? localStorage.getItem(storageKeys.token);
  } catch {
    return null;
  }
}

/**
 * When an access token ends, in milliseconds since 1970. The signature is the server's business: here it is only
 * asked whether it is worth sending.
 * @returns null when it cannot be decoded.
 */
function tokenExpiry(token: string): number | null {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1_000 : null;
}

/** Whose token it is, by the id of the user; null when it cannot be decoded. */
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

/** True for a token that has ended or cannot be decoded. @param now milliseconds since 1970 */
export function isExpired(token: string, now: number): boolean {
  const expiry = tokenExpiry(token);
  return expiry === null || expiry <= now;
}

import { type AccessClaims, skewSeconds, verifyAccessToken } from './accessTokens.ts';

/** The claims of a valid token of ours; null otherwise. */
export type TokenVerifier = (token: string) => Promise<AccessClaims | null>;

const maxCached = 1_000;

/**
 * Verifies each signature once and caches the result; expiry is checked every time. Whether the session is still
 * active is checked against the database at each request.
 */
export function tokenVerifier(secret: string, now: () => Date): TokenVerifier {
  const known = new Map<string, AccessClaims & { expiresAt: number }>();
  return async (token) => {
    const before = known.get(token);
    if (before) {
      const seconds = now().getTime() / 1000;
      return before.issuedAt - skewSeconds <= seconds && seconds < before.expiresAt ? before : null;
    }
    const claims = await verifyAccessToken(secret, token, now());
    if (claims === null) return null;
    if (known.size >= maxCached) known.clear();
    known.set(token, claims);
    return claims;
  };
}

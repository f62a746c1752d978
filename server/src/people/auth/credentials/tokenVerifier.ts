import { type AccessClaims, skewSeconds, verifyAccessToken } from './accessTokens.ts';

/** The claims of a valid token of ours; null otherwise. */
export type TokenVerifier = (token: string) => Promise<AccessClaims | null>;

const maxCached = 1_000;

/**
 * Verifies each signature once and caches the result; expiry is checked every time. Whether the session is still
 * active is checked against the database at each request.
 */
export function tokenVerifier(secret: string, now: () => Date): TokenVerifier {
  const cache = new Map<string, AccessClaims & { expiresAt: number }>();
  return async (token) => {
    const cached = cache.get(token);
    if (cached) {
      const seconds = now().getTime() / 1000;
      return cached.issuedAt - skewSeconds <= seconds && seconds < cached.expiresAt ? cached : null;
    }
    const claims = await verifyAccessToken(secret, token, now());
    if (claims === null) return null;
    if (cache.size >= maxCached) cache.clear();
    cache.set(token, claims);
    return claims;
  };
}

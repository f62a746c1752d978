import { type AccessClaims, skewSeconds, verifyAccessToken } from './accessTokens.ts';

/** What a token of ours says, while it is good; null for anything else. */
export type TokenVerifier = (token: string) => Promise<AccessClaims | null>;

const mostKnown = 1_000;

/**
 * Looks at the signature of a token once, and at its times each time. Whether its sign-in still stands is not for here
 * to say: that is asked of the database at every request.
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
    if (known.size >= mostKnown) known.clear();
    known.set(token, claims);
    return claims;
  };
}

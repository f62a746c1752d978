import { createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';

const issuer = 'lectern';
const audience = 'lectern-api';
const type = 'at+jwt';
const lifetimeSeconds = 15 * 60;
/** How far a clock may be behind ours. */
export const skewSeconds = 60;

export interface AccessClaims {
  userId: string;
  /** The sign-in that it belongs to. */
  sessionId: string;
  /** Unix seconds. */
  issuedAt: number;
}

/** Seconds: a hundred years. */
const ages = 100 * 365 * 86_400;

const keyOf = (secret: string) => createSecretKey(Buffer.from(`access\n${secret}`));

/** A JWT of 15 minutes. */
export async function issueAccessToken(secret: string, claims: AccessClaims): Promise<string> {
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(claims.userId)
    .setIssuedAt(claims.issuedAt)
    .setNotBefore(claims.issuedAt)
    .setExpirationTime(claims.issuedAt + lifetimeSeconds)
    .sign(keyOf(secret));
}

/**
 * Whose token it is, by its signature alone: it may have run out long ago. For telling a browser that comes back what
 * became of its account; it opens nothing.
 */
export async function holderOfToken(secret: string, token: string): Promise<string | null> {
  try {
    const checks = { algorithms: ['HS256'], typ: type, issuer, audience, clockTolerance: ages };
    const { payload } = await jwtVerify(token, keyOf(secret), checks);
    return payload.sub ?? null;
  } catch {
    return null;
  }
}

/** What a token of ours says, while it is good; null for anything else. A clock may be a minute behind ours. */
export async function verifyAccessToken(
  secret: string,
  token: string,
  now: Date,
): Promise<(AccessClaims & { expiresAt: number }) | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: ['HS256'],
      typ: type,
      issuer,
      audience,
      requiredClaims: ['sub', 'sid', 'iat', 'nbf', 'exp'],
      clockTolerance: skewSeconds,
      currentDate: now,
    });
    const { sub, sid, iat, exp } = payload;
    if (
      typeof sub !== 'string' ||
      typeof sid !== 'string' ||
      typeof iat !== 'number' ||
      typeof exp !== 'number'
    )
      return null;
    // The tolerance is for tokens from the near future only, not for expired ones.
    return exp * 1000 > now.getTime() ? { userId: sub, sessionId: sid, issuedAt: iat, expiresAt: exp } : null;
  } catch {
    return null;
  }
}

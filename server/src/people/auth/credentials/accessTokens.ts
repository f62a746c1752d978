import { createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';

const issuer = 'lectern';
const audience = 'lectern-api';
const type = 'at+jwt';
const lifetimeSeconds = 15 * 60;
/** Tolerated clock skew. */
const skewSeconds = 60;

interface AccessClaims {
  userId: string;
  /** The session it belongs to. */
  sessionId: string;
  /** Unix seconds. */
  issuedAt: number;
}

/** In seconds: a hundred years. */
const ages = 100 * 365 * 86_400;

const keyOf = (secret: string) => createSecretKey(Buffer.from(`access\n${secret}`));

/** Issues a JWT that is valid for 15 minutes. */
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
 * Verifies the signature only, so the token may have expired. Used to tell a returning browser what happened to its
 * account; it grants no access.
 */
export async function userOfToken(secret: string, token: string): Promise<string | null> {
  try {
    const checks = { algorithms: ['HS256'], typ: type, issuer, audience, clockTolerance: ages };
    const { payload } = await jwtVerify(token, keyOf(secret), checks);
    return payload.sub ?? null;
  } catch {
    return null;
  }
}

/** The claims of a valid token of ours; null otherwise. Tolerates one minute of clock skew. */
export async function verifyAccessToken(
  secret: string,
  token: string,
  now: Date,
): Promise<AccessClaims | null> {
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
    if (sub === undefined || typeof sid !== 'string' || iat === undefined || exp === undefined) return null;
    // The tolerance applies to tokens from the near future, not to expired ones.
    return exp * 1000 > now.getTime() ? { userId: sub, sessionId: sid, issuedAt: iat } : null;
  } catch {
    return null;
  }
}

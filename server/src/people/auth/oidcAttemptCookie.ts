import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jwtDecrypt } from 'jose/jwt/decrypt';
import { EncryptJWT } from 'jose/jwt/encrypt';
import type { Config } from '../../run/config/config.ts';
import { ownCookie } from './cookies.ts';
import type { OidcAttempt } from './oidc/oidcClient.ts';

/** What the browser keeps while the user is at the provider. */
export interface KeptAttempt extends OidcAttempt {
  redirectUri: string;
  /** Path of this origin to return to. */
  next: string | null;
  stay: boolean;
  invitation: string | null;
}

const minutes = 10;
const keyOf = (secret: string) => createHash('sha256').update(`oidc\n${secret}`).digest();

const cookieOf = (request: FastifyRequest, config: Config) =>
  ownCookie(request, config, { name: 'lectern_oidc', sameSite: 'lax', path: '/auth/oidc' });

export async function setAttemptCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  attempt: KeptAttempt,
  now: Date,
): Promise<void> {
  const seconds = Math.floor(now.getTime() / 1000);
  const value = await new EncryptJWT({ ...attempt })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(seconds + minutes * 60)
    .encrypt(keyOf(config.secret));
  const { name, options } = cookieOf(request, config);
  reply.setCookie(name, value, { ...options, maxAge: minutes * 60 });
}

/** Returns the stored attempt and deletes the cookie. Null when it is missing, expired or invalid. */
export async function consumeAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  now: Date,
): Promise<KeptAttempt | null> {
  const { name, options } = cookieOf(request, config);
  const value = request.cookies[name];
  reply.clearCookie(name, options);
  if (value === undefined) return null;
  try {
    const { payload } = await jwtDecrypt(value, keyOf(config.secret), { currentDate: now });
    return payload as unknown as KeptAttempt;
  } catch {
    return null;
  }
}

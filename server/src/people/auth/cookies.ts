import { createHash, randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jwtDecrypt } from 'jose/jwt/decrypt';
import { EncryptJWT } from 'jose/jwt/encrypt';
import { apiPathOf } from '../../http/routing/ownOrigin.ts';
import type { Config } from '../../run/config/config.ts';
import { isPersistent } from './credentials/refreshTokens.ts';
import type { OidcAttempt } from './oidc/oidcClient.ts';

/** 'lax' where it is needed when a provider redirects back; `path` of the API. */
const cookies = {
  /** Identifies this browser across sign-ins. It grants no access. */
  device: { name: 'lectern_device', sameSite: 'lax', path: '/auth' },
  refresh: { name: 'lectern_refresh', sameSite: 'strict', path: '/auth' },
  /** What the browser keeps while the user is at the provider. */
  attempt: { name: 'lectern_oidc', sameSite: 'lax', path: '/auth/oidc' },
} as const;

/**
 * A cookie that no script can read. Over TLS its name has the prefix __Host-, which binds it to this host and requires
 * the path /; over plain HTTP (localhost) it is sent to the routes below `path` only. LECTERN_ORIGIN counts even when
 * the proxy is not trusted, since cookies would otherwise be sent over plain HTTP.
 */
function cookieOf(
  request: FastifyRequest,
  config: Config,
  kind: keyof typeof cookies,
): { name: string; options: CookieSerializeOptions } {
  const { name, sameSite, path } = cookies[kind];
  const secure = config.origin?.startsWith('https://') === true || request.protocol === 'https';
  return {
    name: secure ? `__Host-${name}` : name,
    options: { httpOnly: true, sameSite, secure, path: secure ? '/' : apiPathOf(config) + path },
  };
}

/** Browsers keep cookies no longer than this. */
const lifetimeDays = 400;

/** The browser's id, hashed as it is stored; null when the cookie is missing. */
export function readDevice(request: FastifyRequest, config: Config): string | null {
  const value = request.cookies[cookieOf(request, config, 'device').name];
  return value === undefined ? null : hashOf(value);
}

/** Returns the browser's id at sign-in, creating it if needed, and renews the cookie. */
export function renewDeviceCookie(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const { name, options } = cookieOf(request, config, 'device');
  const value = request.cookies[name] ?? randomBytes(24).toString('base64url');
  reply.setCookie(name, value, { ...options, maxAge: lifetimeDays * 86_400 });
  return hashOf(value);
}

const hashOf = (value: string) => createHash('sha256').update(`device\n${value}`).digest('hex');

export function readRefreshCookie(request: FastifyRequest, config: Config): string | null {
  return request.cookies[cookieOf(request, config, 'refresh').name] ?? null;
}

/** @param maxAge in seconds; omitted for a session cookie */
export function setRefreshCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  token: string,
  maxAge: number,
): void {
  const { name, options } = cookieOf(request, config, 'refresh');
  reply.setCookie(name, token, { ...options, ...(isPersistent(token) ? { maxAge } : {}) });
}

/**
 * Deletes the cookie and clears the browser's HTTP cache. Not "storage", which holds unsent writes that were sealed
 * at sign-out, and not "cookies", which would include those of other apps on this host.
 */
export function clearRefreshCookie(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const { name, options } = cookieOf(request, config, 'refresh');
  reply.clearCookie(name, options).header('clear-site-data', '"cache"');
}

interface KeptAttempt extends OidcAttempt {
  redirectUri: string;
  /** Path of this origin to return to. */
  next: string | null;
  stay: boolean;
  invitation: string | null;
}

const minutes = 10;
const keyOf = (secret: string) => createHash('sha256').update(`oidc\n${secret}`).digest();

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
  const { name, options } = cookieOf(request, config, 'attempt');
  reply.setCookie(name, value, { ...options, maxAge: minutes * 60 });
}

/** Returns the stored attempt and deletes the cookie. Null when it is missing, expired or invalid. */
export async function consumeAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  now: Date,
): Promise<KeptAttempt | null> {
  const { name, options } = cookieOf(request, config, 'attempt');
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

import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { apiPathOf } from '../routing/ownOrigin.ts';
import { isLasting } from './credentials/refreshTokens.ts';
import { isSecure } from './secureCookies.ts';

const plainName = 'lectern_refresh';

/**
 * Over TLS the name has the prefix __Host-, by which a browser takes it only from this very host, and which wants the
 * path /. Over plain HTTP (one's own machine) it goes to the sign-in calls only.
 */
function cookieOf(
  request: FastifyRequest,
  config: Config,
): { name: string; options: CookieSerializeOptions } {
  const secure = isSecure(request, config);
  return {
    name: secure ? `__Host-${plainName}` : plainName,
    options: { httpOnly: true, sameSite: 'strict', secure, path: secure ? '/' : `${apiPathOf(config)}/auth` },
  };
}

export function readRefreshCookie(request: FastifyRequest, config: Config): string | null {
  return request.cookies[cookieOf(request, config).name] ?? null;
}

/** @param maxAge seconds that it lives, where it outlives the browser's session */
export function setRefreshCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  token: string,
  maxAge: number,
): void {
  const { name, options } = cookieOf(request, config);
  reply.setCookie(name, token, { ...options, ...(isLasting(token) ? { maxAge } : {}) });
}

/**
 * Ends the sign-in in the browser: its cookie goes, and what the HTTP cache holds of the reader's books. Not "storage":
 * unsent writes that were sealed at sign-out lie there; and not "cookies":
 * those of other apps on this host would go, too.
 */
export function clearRefreshCookie(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const { name, options } = cookieOf(request, config);
  reply.clearCookie(name, options).header('clear-site-data', '"cache"');
}

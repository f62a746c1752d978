import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLasting, refreshDays } from './refreshTokens.ts';

const plainName = 'lectern_refresh';

/**
 * Over TLS the name has the prefix __Host-, by which a browser takes it only from this very host, and which wants the
 * path /. Over plain HTTP (one's own machine) it goes to the sign-in calls only.
 */
function cookieOf(request: FastifyRequest, root: string): { name: string; options: CookieSerializeOptions } {
  const secure = request.protocol === 'https';
  return {
    name: secure ? `__Host-${plainName}` : plainName,
    options: { httpOnly: true, sameSite: 'strict', secure, path: secure ? '/' : `${root}/auth` },
  };
}

export function readRefreshCookie(request: FastifyRequest, root: string): string | null {
  return request.cookies[cookieOf(request, root).name] ?? null;
}

export function setRefreshCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  token: string,
): void {
  const { name, options } = cookieOf(request, root);
  reply.setCookie(name, token, { ...options, ...(isLasting(token) ? { maxAge: refreshDays * 86_400 } : {}) });
}

/**
 * Ends the sign-in in the browser: its cookie goes, and what the HTTP cache holds of the reader's books. Not "storage":
 * unsent writes that were sealed at sign-out lie there; and not "cookies": those of other apps on this host would go, too.
 */
export function clearRefreshCookie(request: FastifyRequest, reply: FastifyReply, root: string): void {
  const { name, options } = cookieOf(request, root);
  reply.clearCookie(name, options).header('clear-site-data', '"cache"');
}

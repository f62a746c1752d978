import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../run/config/config.ts';
import { ownCookie } from './cookies.ts';
import { isPersistent } from './credentials/refreshTokens.ts';

const cookieOf = (request: FastifyRequest, config: Config) =>
  ownCookie(request, config, { name: 'lectern_refresh', sameSite: 'strict', path: '/auth' });

export function readRefreshCookie(request: FastifyRequest, config: Config): string | null {
  return request.cookies[cookieOf(request, config).name] ?? null;
}

/** @param maxAge in seconds; omitted for a session cookie */
export function setRefreshCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  token: string,
  maxAge: number,
): void {
  const { name, options } = cookieOf(request, config);
  reply.setCookie(name, token, { ...options, ...(isPersistent(token) ? { maxAge } : {}) });
}

/**
 * Deletes the cookie and clears the browser's HTTP cache. Not "storage", which holds unsent writes that were sealed
 * at sign-out, and not "cookies", which would include those of other apps on this host.
 */
export function clearRefreshCookie(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const { name, options } = cookieOf(request, config);
  reply.clearCookie(name, options).header('clear-site-data', '"cache"');
}

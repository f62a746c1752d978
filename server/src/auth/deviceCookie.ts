import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { apiPathOf } from '../routing/ownOrigin.ts';
import { isSecure } from './secureCookies.ts';

/** As long as browsers keep a cookie at most. */
const lifetimeDays = 400;

/**
 * An id of this browser, kept when its reader signs out, by which a later sign-in is known to be from the same one. It
 * opens nothing. Lax, since a provider sends the browser back by a link, with which a strict cookie would not come.
 */
function cookieOf(request: FastifyRequest, config: Config) {
  const secure = isSecure(request, config);
  return {
    name: secure ? '__Host-lectern_device' : 'lectern_device',
    options: {
      httpOnly: true,
      sameSite: 'lax',
      secure,
      path: secure ? '/' : `${apiPathOf(config)}/auth`,
    } as const,
  };
}

/** The browser's id, hashed as it is stored; null where it has none. */
export function readDevice(request: FastifyRequest, config: Config): string | null {
  const value = request.cookies[cookieOf(request, config).name];
  return value === undefined ? null : hashOf(value);
}

/** The same, for a sign-in: the id is made where there is none, and its cookie lives on from now. */
export function keepDevice(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const { name, options } = cookieOf(request, config);
  const value = request.cookies[name] ?? randomBytes(24).toString('base64url');
  reply.setCookie(name, value, { ...options, maxAge: lifetimeDays * 86_400 });
  return hashOf(value);
}

const hashOf = (value: string) => createHash('sha256').update(`device\n${value}`).digest('hex');

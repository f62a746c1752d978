import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../run/config/config.ts';
import { ownCookie } from './cookies.ts';

/** Browsers keep cookies no longer than this. */
const lifetimeDays = 400;

/** Identifies this browser across sign-ins. It grants no access. */
const cookieOf = (request: FastifyRequest, config: Config) =>
  ownCookie(request, config, { name: 'lectern_device', sameSite: 'lax', path: '/auth' });

/** The browser's id, hashed as it is stored; null when the cookie is missing. */
export function readDevice(request: FastifyRequest, config: Config): string | null {
  const value = request.cookies[cookieOf(request, config).name];
  return value === undefined ? null : hashOf(value);
}

/** Returns the browser's id at sign-in, creating it if needed, and renews the cookie. */
export function renewDeviceCookie(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const { name, options } = cookieOf(request, config);
  const value = request.cookies[name] ?? randomBytes(24).toString('base64url');
  reply.setCookie(name, value, { ...options, maxAge: lifetimeDays * 86_400 });
  return hashOf(value);
}

const hashOf = (value: string) => createHash('sha256').update(`device\n${value}`).digest('hex');

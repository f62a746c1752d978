import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/**
 * Whether cookies are Secure: LECTERN_ORIGIN is https, or this request came over TLS. The setting counts even when
 * the proxy is not trusted, since cookies would otherwise be sent over plain HTTP.
 */
export const isSecure = (request: FastifyRequest, { origin }: Pick<Config, 'origin'>): boolean =>
  origin?.startsWith('https://') === true || request.protocol === 'https';

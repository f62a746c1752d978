import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/**
 * Whether cookies are to be Secure: LECTERN_ORIGIN says that readers come over TLS, or this
 * request did. An operator who says https is believed also where the proxy in front is not
 * trusted, since the cookie would go over plain HTTP else.
 */
export const isSecure = (request: FastifyRequest, { origin }: Pick<Config, 'origin'>): boolean =>
  origin?.startsWith('https://') === true || request.protocol === 'https';

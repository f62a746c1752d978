import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordError } from '../../http/errors/errors.ts';
import { ownAddressOf } from '../../http/routing/ownOrigin.ts';
import type { Services } from '../../run/services/services.ts';
import { root } from './feedModel.ts';

export const authenticationType = 'application/opds-authentication+json';

/** As bytes: Fastify would add a charset to a string, and some clients compare the whole type. */
export const jsonBytes = (value: object) => Buffer.from(JSON.stringify(value));

/**
 * Describes how to sign in (Authentication for OPDS 1.0).
 * @param address of the library; clients keep passwords under the id, which must be a URL
 */
export const authenticationDocument = (address: string) => ({
  id: `${address}${root}/authentication`,
  title: 'Lectern',
  description: 'Your e-mail address, and an app password from Settings, Sign-in and devices.',
  links: [
    { rel: 'logo', href: '/favicon.svg', type: 'image/svg+xml' },
    { rel: 'start', href: `${root}/v2`, type: 'application/opds+json' },
  ],
  authentication: [
    {
      type: 'http://opds-spec.org/auth/basic',
      labels: { login: 'Email address', password: 'App password' },
    },
  ],
});

/** Sends an error: 401 asks for credentials in both ways, others are problem documents (RFC 9457). */
export function sendCatalogError(
  { config }: Pick<Services, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const appError = recordError(request, reply, error);
  reply.code(appError.status).header('cache-control', 'no-store');
  if (appError.status === 401)
    return reply
      .header('www-authenticate', 'Basic realm="Lectern", charset="UTF-8"')
      .type(authenticationType)
      .send(jsonBytes(authenticationDocument(ownAddressOf(request, config))));
  return sendProblem(reply, appError.status, appError.message);
}

/**
 * Sends a problem document (RFC 9457).
 * @param kind from the OPDS registry, if there is one
 */
export function sendProblem(reply: FastifyReply, status: number, title: string, kind?: string): FastifyReply {
  const type = kind === undefined ? 'about:blank' : `https://registry.opds.io/error#${kind}`;
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(jsonBytes({ type, title, status }));
}

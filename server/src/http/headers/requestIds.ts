import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Sent by a proxy with its requests, and by us with all responses. */
export const requestIdHeader = 'X-Request-Id';

/** Accept only what is safe in a log line. */
const usable = /^[A-Za-z0-9._-]{8,64}$/;

/** The id of a request: the trusted proxy's, else a new one. */
export function requestIdOf(trustProxy: boolean): (request: Pick<IncomingMessage, 'headers'>) => string {
  return ({ headers }) => {
    const given = trustProxy ? headers[requestIdHeader.toLowerCase()] : undefined;
    return typeof given === 'string' && usable.test(given) ? given : randomUUID();
  };
}

/** Logs each request at level `info`, by its route: URLs may contain signatures. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}

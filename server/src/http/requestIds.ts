import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** In requests that a proxy passes on, and in all answers. */
export const requestIdHeader = 'X-Request-Id';

/** Nothing that could break a line of a log, or fill it. */
const usable = /^[A-Za-z0-9._-]{8,64}$/;

/** Names a request: as the proxy in front does, where it is trusted and does so, else anew. */
export function requestIdOf(trustProxy: boolean): (request: Pick<IncomingMessage, 'headers'>) => string {
  return ({ headers }) => {
    const given = trustProxy ? headers[requestIdHeader.toLowerCase()] : undefined;
    return typeof given === 'string' && usable.test(given) ? given : randomUUID();
  };
}

/** A line for each request, at level `info`: its route and never its address, in which there may be a signature. */
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

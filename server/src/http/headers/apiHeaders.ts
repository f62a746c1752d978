import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { apiHeader, apiVersion, changesHeader } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Sent by a proxy with its requests, and by us with all responses. */
const requestIdHeader = 'X-Request-Id';

/** Headers exposed to other origins, since the API may have its own origin. */
const exposed = [apiHeader, changesHeader, requestIdHeader, 'Retry-After'].join(', ');

/** Marks a response as the server's own; see shared-contracts/src/api/apiHeaders.ts. */
export function setApiHeaders(reply: FastifyReply): void {
  reply
    .header(apiHeader, apiVersion)
    .header(requestIdHeader, reply.request.id)
    .header('access-control-expose-headers', exposed);
}

/** Marks every routed response. Register it before all other hooks, since an earlier one may reply. */
export function setApiHeadersOnAll(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => setApiHeaders(reply));
}

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

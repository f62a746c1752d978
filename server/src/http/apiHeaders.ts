import {
  apiHeader,
  apiVersion,
  changesHeader,
  deprecatedHeader,
} from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { requestIdHeader } from './requestIds.ts';

/** Headers that a page of another origin may read; the API may be served at an address of its own. */
const exposed = [apiHeader, changesHeader, deprecatedHeader, requestIdHeader, 'Retry-After'].join(', ');

/** Marks an answer as the server's own; see shared-contracts/src/api/apiHeaders.ts. */
export function setApiHeaders(reply: FastifyReply): void {
  reply
    .header(apiHeader, apiVersion)
    .header(requestIdHeader, reply.request.id)
    .header('access-control-expose-headers', exposed);
}

/** Marks every answer that is routed. Register it before every other hook: an earlier one may answer. */
export function setApiHeadersOnAll(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => setApiHeaders(reply));
}

import {
  apiHeader,
  apiVersion,
  changesHeader,
  deprecatedHeader,
} from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { requestIdHeader } from './requestIds.ts';

/** Headers exposed to other origins, since the API may have its own origin. */
const exposed = [apiHeader, changesHeader, deprecatedHeader, requestIdHeader, 'Retry-After'].join(', ');

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

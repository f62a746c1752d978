import { IdParams } from '@lectern/shared-contracts/api/route.ts';
import type { Static } from '@lectern/shared-contracts/api/type.ts';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { userOf } from '../../http/api/authenticate.ts';
import { inRouteQueue } from '../../http/api/inRouteQueue.ts';
import { recordError } from '../../http/errors/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { basicCredentials, requireAppPassword } from '../app-passwords/requireAppPassword.ts';
import { jsonBytes, sendCatalogError, sendProblem } from './authentication.ts';
import { Progression, progressionType } from './feedModel.ts';
import { readProgression, saveProgression } from './progression.ts';

const path = '/books/:id/progression';
const asText = { type: 'string', format: 'binary' } as const;
const about = { tags: ['opds'], security: [{ appPassword: [] }], response: { 200: asText } };

/** Routes of OPDS Progression 1.0. `app` is registered at /opds. */
export function registerProgression(app: FastifyInstance, services: Services): void {
  const onRequest = requireAppPassword(services, 'progress', basicCredentials);
  app.addContentTypeParser(
    progressionType,
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );

  app.get<{ Params: Static<typeof IdParams> }>(
    path,
    {
      schema: {
        ...about,
        summary: 'The place in a book; an empty body where there is none',
        params: IdParams,
      },
      onRequest,
    },
    async (request, reply) => {
      const work = () => readProgression(services, userOf(request), request.params.id);
      const stored = await inRouteQueue({ services, request, reply, cost: 'any' }, work);
      return send(reply, 200, stored);
    },
  );

  app.put<{ Params: Static<typeof IdParams>; Body: Progression }>(
    path,
    {
      schema: {
        ...about,
        summary: 'Say the place in a book; 409 when a younger one is stored',
        params: IdParams,
        body: Progression,
      },
      onRequest,
      errorHandler: (error, request, reply) => {
        if (isPayload(error)) {
          recordError(request, reply, error);
          sendProblem(reply, 400, 'This is no place in a book.', 'progression-invalid-payload');
        } else sendCatalogError(services, request, reply, error);
      },
    },
    async (request, reply) => {
      const work = () => saveProgression(services, userOf(request), request.params.id, request.body);
      const { outcome, stored } = await inRouteQueue({ services, request, reply, cost: 'any' }, work);
      if (outcome === 'older')
        return sendProblem(reply, 409, 'A younger place is stored.', 'progression-date');
      return send(reply, outcome === 'created' ? 201 : 200, stored);
    },
  );
}

/** Whether the body is invalid. */
const isPayload = ({ validation, validationContext, statusCode }: FastifyError) =>
  validation ? validationContext === 'body' : statusCode === 400 || statusCode === 415;

function send(reply: FastifyReply, status: number, stored: Progression | null): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(progressionType)
    .send(stored === null ? Buffer.alloc(0) : jsonBytes(stored));
}

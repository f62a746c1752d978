import { Id, IdParams } from '@lectern/shared-contracts/api/route.ts';
import { type Static, Type } from '@lectern/shared-contracts/api/type.ts';
import type { FastifyInstance } from 'fastify';
import { basicCredentials, requireAppPassword } from '../app-passwords/requireAppPassword.ts';
import { ownBook } from '../books/ownBook.ts';
import { userOf } from '../http/api/authenticate.ts';
import { admitDevice } from '../http/api/fileSlots.ts';
import { inRouteQueue } from '../http/api/inRouteQueue.ts';
import { sendResource } from '../http/bodies/sendResource.ts';
import type { Services } from '../services/services.ts';
import { jsonBytes } from './authentication.ts';
import { positionList, positionListType, webpubManifest, webpubType } from './webpub.ts';

const ContentParams = Type.Object({ id: Id, '*': Type.String({ maxLength: 2_000 }) });
const about = {
  tags: ['opds'],
  security: [{ appPassword: [] }],
  response: { 200: { type: 'string', format: 'binary' } },
} as const;

/** Routes for EPUBs as Readium web publications: manifest, positions and resources. `app` is registered at /opds. */
export function registerWebpub(app: FastifyInstance, services: Services): void {
  const onRequest = requireAppPassword(services, 'read', basicCredentials);
  const { db } = services;
  for (const { name, summary, type, make } of [
    {
      name: 'manifest.json',
      summary: 'An EPUB as a web publication',
      type: webpubType,
      make: webpubManifest,
    },
    { name: 'positions.json', summary: 'Positions of an EPUB', type: positionListType, make: positionList },
  ])
    app.get<{ Params: Static<typeof IdParams> }>(
      `/books/:id/${name}`,
      { schema: { ...about, summary, params: IdParams }, onRequest },
      async (request, reply) => {
        const work = () => make(db, userOf(request).id, request.params.id);
        const made = await inRouteQueue({ services, request, reply, cost: 'any' }, work);
        return reply.header('cache-control', 'no-store').type(type).send(jsonBytes(made));
      },
    );

  app.get<{ Params: Static<typeof ContentParams> }>(
    '/books/:id/content/*',
    {
      schema: { ...about, summary: 'A resource of an EPUB, made harmless', params: ContentParams },
      onRequest,
    },
    async (request, reply) => {
      const { id, '*': path } = request.params;
      await admitDevice(services, request, reply);
      const book = await ownBook(db, userOf(request).id, id);
      return sendResource(services, request, reply, { book, path });
    },
  );
}

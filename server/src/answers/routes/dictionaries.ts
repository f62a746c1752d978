import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { dictionaryRoutes } from '@lectern/shared-contracts/api/words.ts';
import type { FastifyInstance } from 'fastify';
import { admitBySignature } from '../../http/api/inRouteQueue.ts';
import { bySignedAddress } from '../../http/api/openapi.ts';
import { apiPathOf } from '../../http/routing/ownOrigin.ts';
import type { RouteHandlers } from '../../http/routing/route.ts';
import type { Services } from '../../run/services/services.ts';

export const dictionaryHandlers: RouteHandlers<keyof typeof dictionaryRoutes> = {
  'GET /dictionaries': async ({ services, user }) => {
    const { config, dictionaries, signedUrls } = services;
    const address = (id: string) =>
      `${apiPathOf(config)}/dictionaries/${id}/pack/${signedUrls.issue('dictionary', id, user.sessionId)}`;
    return {
      items: (await dictionaries.all()).map((dictionary) => ({
        ...dictionary,
        pack_url: address(dictionary.id),
      })),
    };
  },
};

/** Serves dictionary packs by the signed URLs of `GET /dictionaries`. */
export function registerDictionaries(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string; grant: string } }>(
    '/dictionaries/:id/pack/:grant',
    { ...bySignedAddress('A whole dictionary as a pack', 'dictionaries'), exposeHeadRoute: false },
    async (request, reply) => {
      const { id, grant } = request.params;
      await admitBySignature(services, request, reply, { purpose: 'dictionary', subject: id, grant });
      const path = await services.dictionaries.packOf(id);
      const { size } = await stat(path);
      return reply
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-length', size)
        .type('application/octet-stream')
        .send(createReadStream(path));
    },
  );
}

import type { changeRoutes } from '@lectern/shared-contracts/api/changes.ts';
import { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../run/services/services.ts';
import { revisionsOf } from '../../store/changes/revisions.ts';
import { requireAccess, userOf } from '../api/authenticate.ts';
import type { RouteHandlers } from '../routing/route.ts';

/**
 * Routes that may end sessions: signing in ends the browser's former session and, of more than 200, the oldest. A
 * reused refresh token ends one too, but few refreshes do that: their handler says so.
 */
const endSignIns: ReadonlySet<string> = new Set<RouteKey | 'GET /auth/oidc/callback'>([
  'POST /auth/login',
  'POST /auth/sign-in/code',
  'POST /auth/sign-in/passkey',
  'GET /auth/oidc/callback',
  'POST /auth/logout',
  'POST /auth/logout-everywhere',
  'POST /auth/change-password',
  'POST /auth/reset-password/confirm',
  'DELETE /auth/sessions/:id',
  'DELETE /auth/delete-account',
  'PATCH /admin/users/:id',
  'DELETE /admin/users/:id',
  'DELETE /admin/users/:id/sessions/:sessionId',
  'DELETE /admin/users/:id/sessions',
]);

const schema = {
  summary:
    'Server-sent events: `changes` with all revisions at the start, then with those that were raised; see `GET /changes`',
  tags: ['changes'],
  security: [{ bearer: [] }],
  response: {
    200: {
      description: 'A stream that ends with the sign-in',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    '4xx': ErrorBody,
    '5xx': ErrorBody,
  },
} as const;

/**
 * The stream of server-sent events. `api` is registered at the root of the API, with every route that ends sessions.
 */
export function registerEvents(api: FastifyInstance, services: Services): void {
  const { liveEvents, config, db } = services;
  api.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    const path = routeOptions.url?.slice(config.root.length);
    if (statusCode < 400 && endSignIns.has(`${method} ${path}`)) liveEvents.signedOut();
  });

  api.get(
    '/events',
    { schema, exposeHeadRoute: false, onRequest: requireAccess(services, 'user') },
    async (request, reply) => {
      const user = userOf(request);
      const stream = await liveEvents.open(user, () => revisionsOf(db, user.id));
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store, no-transform')
          // Disables buffering in nginx.
          .header('x-accel-buffering', 'no')
          .send(stream)
      );
    },
  );
}

export const changeHandlers: RouteHandlers<keyof typeof changeRoutes> = {
  'GET /changes': async ({ db, user }) => ({ revisions: await revisionsOf(db, user.id) }),
};

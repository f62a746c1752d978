import { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireAccess } from '../../http/api/authenticate.ts';
import { acquireSlot } from '../../http/api/inRouteQueue.ts';
import { attachment } from '../../http/routing/contentDisposition.ts';
import { apiPathOf } from '../../http/routing/ownOrigin.ts';
import type { RouteHandlers } from '../../http/routing/route.ts';
import { userOfSignature } from '../../people/auth/credentials/activeSessions.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';

/** An export reads all data of a user. */
const limit = { tries: 20, seconds: 3600 };

const querystring = { type: 'object', properties: { files: { type: 'string', enum: ['0', '1'] } } } as const;
const zip = {
  200: {
    description: 'A zip',
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  },
  '4xx': ErrorBody,
} as const;

export const exportHandlers: RouteHandlers<'POST /export'> = {
  'POST /export': async ({ db, services, user, body }) => {
    const { signedUrls, config } = services;
    const grant = signedUrls.issue('export', await subjectOf(db, user.id), user.sessionId);
    return {
      url: `${apiPathOf(config)}/export/${user.id}/${grant}?files=${body.files ? 1 : 0}`,
      expires_at: signedUrls.endOf('export').toISOString(),
    };
  },
};

/**
 * The export: for scripts with a Bearer token, and for browsers by signed URL. The URL expires after some minutes,
 * and when the user signs out or changes the password.
 */
export function registerExport(api: FastifyInstance, services: Services): void {
  const schema = { querystring, tags: ['export'], response: zip };
  // A HEAD request would cost as much as a GET.
  const options = { exposeHeadRoute: false, validatorCompiler: () => () => true };

  api.get<{ Querystring: { files?: string } }>(
    '/export',
    {
      ...options,
      schema: {
        ...schema,
        summary:
          'Everything of the reader as a zip: JSON, and Markdown for notes and highlights; with `files=1` the books, too',
        security: [{ bearer: [] }],
      },
      onRequest: requireAccess(services, 'user'),
    },
    async (request, reply) =>
      send(services, request, reply, request.signedIn?.id ?? '', request.query.files === '1'),
  );

  api.get<{ Params: { userId: string; grant: string }; Querystring: { files?: string } }>(
    '/export/:userId/:grant',
    {
      ...options,
      schema: { ...schema, summary: 'The same, by the address that POST /export gave', security: [] },
    },
    async (request, reply) => {
      const { userId, grant } = request.params;
      const subject = await subjectOf(services.db, userId);
      if ((await userOfSignature(services, 'export', subject, grant)) === null)
        throw new AppError('not_found');
      return send(services, request, reply, userId, request.query.files === '1');
    },
  );
}

async function send(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  withFiles: boolean,
): Promise<FastifyReply> {
  await services.limits.hit('export', userId, limit);
  await acquireSlot(services.routeQueues.export, userId, request, reply);
  services.securityLog.record(request, 'data_export', userId, { files: withFiles });
  const name = `lectern-${services.now().toISOString().slice(0, 10)}.zip`;
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', attachment(name))
    .type('application/zip');
  const { writeExport } = await import('./writeExport.ts');
  return reply.send(await writeExport(services, userId, withFiles));
}

async function subjectOf(db: Services['db'], userId: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('tokens_valid_from')
    .where('id', '=', userId)
    .executeTakeFirst();
  return `${userId}\n${user?.tokens_valid_from ?? 'nobody'}`;
}

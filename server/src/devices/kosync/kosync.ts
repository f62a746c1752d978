import { type Static, Type } from '@lectern/shared-contracts/api/type.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { userOf } from '../../http/api/authenticate.ts';
import { inRouteQueue } from '../../http/api/inRouteQueue.ts';
import { recordError } from '../../http/errors/errors.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { type CredentialsOf, requireAppPassword } from '../app-passwords/requireAppPassword.ts';
import { pullPlace, pushPlace } from './places.ts';

const Document = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^:/\\s]+$' });
const Params = Type.Object({ document: Document });
const ReportedPlace = Type.Object({
  document: Document,
  progress: Type.String({ minLength: 1, maxLength: 4_000 }),
  percentage: Type.Number({ minimum: 0, maximum: 1 }),
  device: Type.String({ minLength: 1, maxLength: 1_000 }),
  device_id: Type.Optional(Type.String({ maxLength: 1_000 })),
});
const TakenPlace = Type.Object({ document: Type.String(), timestamp: Type.Integer() });
const Problem = Type.Object({ code: Type.Integer(), message: Type.String() });

/** KOReader sends the MD5 of the password. */
const syncCredentials: CredentialsOf = ({ headers }) => {
  const [username, key] = [headers['x-auth-user'], headers['x-auth-key']];
  if (typeof username !== 'string' || typeof key !== 'string') return null;
  if (username === '' || username.length > 1_000 || !/^[0-9a-f]{32}$/i.test(key)) return null;
  return { username, kind: 'sync key', value: key.toLowerCase() };
};

/** Error codes of KOReader's own server. */
const codes = { unauthorized: 2001, invalid: 2003, closed: 2005, failed: 2000 } as const;

/**
 * KOReader's sync protocol (koreader-sync-server) at /kosync: reading positions by document. Clients understand only
 * the statuses used here; see docs/devices.md.
 */
export function registerKosync(app: FastifyInstance, services: Services): void {
  app.setErrorHandler(async (error, request, reply) => sendProblem(request, reply, error));
  app.setNotFoundHandler(async (request, reply) => sendProblem(request, reply, new AppError('not_found')));
  const onRequest = requireAppPassword(services, 'progress', syncCredentials);

  const closed = {
    code: codes.closed,
    message: 'Make an app password in the settings of your library instead.',
  };
  app.post(
    '/users/create',
    { schema: schemaOf('Refused: accounts are not made by devices', { open: true }) },
    (_, reply) => reply.code(402).send(closed),
  );

  app.get(
    '/users/auth',
    {
      schema: schemaOf('Whether the app password is right', {
        response: Type.Object({ authorized: Type.String() }),
      }),
      onRequest,
    },
    async () => ({ authorized: 'OK' }),
  );

  app.get<{ Params: Static<typeof Params> }>(
    '/syncs/progress/:document',
    {
      schema: { ...schemaOf('The place in a document; an empty object where none is known'), params: Params },
      onRequest,
    },
    async (request, reply) => {
      const { document } = request.params;
      const work = async () => (await pullPlace(services, userOf(request), document)) ?? {};
      return inRouteQueue({ services, request, reply, cost: 'any' }, work);
    },
  );

  app.put<{ Body: Static<typeof ReportedPlace> }>(
    '/syncs/progress',
    {
      schema: { ...schemaOf('Say the place in a document', { response: TakenPlace }), body: ReportedPlace },
      onRequest,
      bodyLimit: 20_000,
    },
    async (request, reply) => {
      const { document, progress, percentage, device, device_id = '' } = request.body;
      const reported = {
        document,
        progress,
        percentage,
        device: device.slice(0, 100),
        device_id: device_id.slice(0, 100),
      };
      const work = async () => {
        const savedAt = await pushPlace(services, userOf(request), reported);
        return { document, timestamp: Math.floor(savedAt.getTime() / 1_000) };
      };
      return inRouteQueue({ services, request, reply, cost: 'any' }, work);
    },
  );
}

/** Sends an error in the protocol's format. */
function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const appError = recordError(request, reply, error);
  // A missing scope also needs another password, and KOReader asks for one only after 401.
  const isRefused = appError.status === 401 || appError.status === 403;
  const status = isRefused ? 401 : appError.status === 422 ? 400 : appError.status;
  const body = isRefused
    ? { code: codes.unauthorized, message: appError.status === 401 ? 'Unauthorized' : appError.message }
    : { code: status >= 500 ? codes.failed : codes.invalid, message: appError.message };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body);
}

function schemaOf(
  summary: string,
  { response = Type.Object({}), open = false }: { response?: object; open?: boolean } = {},
): FastifySchema {
  return {
    summary,
    tags: ['kosync'],
    security: open ? [] : [{ kosyncUser: [], kosyncKey: [] }],
    response: { ...(open ? { 402: Problem } : { 200: response }), '4xx': Problem, '5xx': Problem },
  };
}

import { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import type { BodyOf } from '@lectern/shared-contracts/api/route.ts';
import type { exportRoutes } from '@lectern/shared-contracts/api/system.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireAccess } from '../../http/api/authenticate.ts';
import { acquireSlot } from '../../http/api/inRouteQueue.ts';
import { attachment } from '../../http/routing/contentDisposition.ts';
import { apiPathOf } from '../../http/routing/ownOrigin.ts';
import type { RouteHandlers } from '../../http/routing/route.ts';
import { userOfSignature } from '../../people/auth/credentials/activeSessions.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { findRow } from '../rows.ts';

/** An export reads all data of a user. */
const limit = { tries: 20, seconds: 3600 };

const flag = { type: 'string', enum: ['0', '1'] } as const;
const id = { type: 'string' } as const;
const querystring = {
  type: 'object',
  properties: { files: flag, marks: flag, book: id, collection: id, in_file: flag },
} as const;
/**
 * `collection` selects the book files of a collection. `marks` selects highlights, notes and bookmarks: those of a
 * book, a collection, or all.
 */
type Query = Partial<Record<keyof typeof querystring.properties, string>>;

/** The query of an export address. */
function queryOf({
  files,
  marks,
  collection_id: books,
}: BodyOf<(typeof exportRoutes)['POST /export']>): string {
  if (books !== undefined) return `collection=${books}`;
  if (marks === undefined) return `files=${files ? 1 : 0}`;
  const { book_id, collection_id, in_file } = marks;
  const query = new URLSearchParams({ marks: '1', ...(in_file ? { in_file: '1' } : {}) });
  if (book_id) query.set('book', book_id);
  if (collection_id) query.set('collection', collection_id);
  return String(query);
}
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
      url: `${apiPathOf(config)}/export/${user.id}/${grant}?${queryOf(body)}`,
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

  api.get<{ Querystring: Query }>(
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
    async (request, reply) => send(services, request, reply, request.signedIn?.id ?? '', request.query),
  );

  api.get<{ Params: { userId: string; grant: string }; Querystring: Query }>(
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
      return send(services, request, reply, userId, request.query);
    },
  );
}

async function send(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  query: Query,
): Promise<FastifyReply> {
  await services.limits.hit('export', userId, limit);
  await acquireSlot(services.routeQueues.export, userId, request, reply);
  const { name, type, content } =
    query.marks === '1'
      ? await marksFile(services, userId, query)
      : query.collection !== undefined
        ? await collectionFiles(services, userId, query.collection)
        : await wholeFile(services, userId, query.files === '1');
  const files = query.files === '1' || (query.marks !== '1' && query.collection !== undefined);
  services.securityLog.record(request, 'data_export', userId, { files });
  reply.header('cache-control', 'no-store').header('content-disposition', attachment(name)).type(type);
  return reply.send(content);
}

async function wholeFile(services: Services, userId: string, withFiles: boolean) {
  const { writeExport } = await import('./writeExport.ts');
  const name = `lectern-${services.now().toISOString().slice(0, 10)}.zip`;
  return { name, type: 'application/zip', content: await writeExport(services, userId, withFiles) };
}

async function collectionFiles(services: Services, userId: string, collection: unknown) {
  const { writeCollection } = await import('./writeCollection.ts');
  // A name that comes twice is a list.
  return writeCollection(services, userId, String(collection));
}

async function marksFile(services: Services, userId: string, { book, collection, in_file }: Query) {
  const { writeMarks } = await import('./writeMarks.ts');
  // A name that comes twice is a list.
  const idOf = (value: unknown) => (value === undefined ? undefined : String(value));
  const wanted = { book_id: idOf(book), collection_id: idOf(collection), in_file: in_file === '1' };
  return writeMarks(services, userId, wanted);
}

async function subjectOf(db: Services['db'], userId: string): Promise<string> {
  const user = await findRow(db, 'users', { id: userId }, ['tokens_valid_from']);
  return `${userId}\n${user?.tokens_valid_from ?? 'nobody'}`;
}

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ERRORS, Server as TusServer } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../errors.ts';
import { requireAccess } from '../http/authenticate.ts';
import { asAppError } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { cancelUpload, ownUpload } from './ownUpload.ts';
import { beginUpload, completeUpload } from './receive.ts';
import { sharedLocker } from './sharedLocker.ts';
import { TusStore } from './tusStore.ts';
import { asUpload } from './uploadView.ts';

type TusRequest = Parameters<TusServer['handleWeb']>[0];

/** What tus itself refuses, in our words. */
const ofTus: ReadonlyMap<unknown, ErrorCode> = new Map<unknown, ErrorCode>([
  [ERRORS.INVALID_OFFSET.body, 'conflict'],
  [ERRORS.FILE_NOT_FOUND.body, 'upload_not_found'],
  [ERRORS.FILE_NO_LONGER_EXISTS.body, 'upload_not_found'],
  [ERRORS.ERR_SIZE_EXCEEDED.body, 'file_too_large'],
  [ERRORS.ERR_MAX_SIZE_EXCEEDED.body, 'file_too_large'],
  [ERRORS.UNKNOWN_ERROR.body, 'server_error'],
  [ERRORS.FILE_WRITE_ERROR.body, 'server_error'],
  [ERRORS.ERR_LOCK_TIMEOUT.body, 'conflict'],
]);

/**
 * Resumable uploads by the tus protocol at /uploads/files below the API's root. The answer to the last bytes waits for
 * the ingest: 200 with the Upload and its book, or the ErrorBody of what was refused. Whoever lost that answer asks
 * GET /uploads/:id.
 */
export async function registerTus(api: FastifyInstance, services: Services): Promise<void> {
  const path = `${services.config.root}/uploads/files`;
  const senders = new WeakMap<TusRequest, string>();
  const senderOf = (request: TusRequest): string => {
    const userId = senders.get(request);
    if (userId === undefined) throw new AppError('unauthenticated');
    return userId;
  };

  const tus = new TusServer({
    path,
    datastore: new TusStore(services, (id) => {
      completeUpload(services, id).catch((err) => api.log.error({ err }, 'an upload could not be completed'));
    }),
    // Without it, tus keeps locks in the memory of this process.
    ...(services.engine.shared ? { locker: sharedLocker(services) } : {}),
    relativeLocation: true,
    maxSize: services.config.maxUploadBytes,
    allowedOrigins: [],
    namingFunction: () => randomUUID(),
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return;
      const upload = await ownUpload(services.db, senderOf(request), id);
      if (request.method !== 'PATCH') return;
      const now = services.now().toISOString();
      await services.db.updateTable('uploads').set({ updated_at: now }).where('id', '=', upload.id).execute();
    },
    onUploadCreate: async (request, { id, size, metadata }) => {
      await beginUpload(services, {
        id,
        userId: senderOf(request),
        filename: metadata?.filename,
        size: size ?? 0,
        forBook: metadata?.book,
      });
      return {};
    },
    onUploadFinish: async (_request, { id }) => {
      const row = await completeUpload(services, id);
      const upload = await asUpload(services.db, services, row);
      if (upload.error) throw { status_code: upload.error.status, body: JSON.stringify(upload.error) };
      return { status_code: 200, body: JSON.stringify(upload) };
    },
    onResponseError: (_request, error) => asTusError(error),
  });

  await api.register(async (scope) => {
    // The bytes go to tus as they come.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('onRequest', requireAccess(services, 'user'));

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const asked = webRequest(request, reply);
      senders.set(asked, request.signedIn?.id ?? '');
      const answered = await tus.handleWeb(asked);
      const body = await answered.text();
      for (const [name, value] of answered.headers) reply.header(name, value);
      reply
        .code(answered.status)
        .header('cache-control', 'no-store')
        .removeHeader('access-control-allow-origin');
      reply.removeHeader('content-length');
      return body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
    };
    scope.route({
      method: ['POST', 'OPTIONS'],
      url: '/uploads/files',
      handler: answer,
      schema: describe('Begin'),
    });
    scope.route({
      method: ['PATCH', 'HEAD'],
      url: '/uploads/files/:id',
      handler: answer,
      schema: describe('Continue'),
    });
    scope.delete('/uploads/files/:id', { schema: describe('Cancel') }, async (request, reply) => {
      const { id } = request.params as { id: string };
      await cancelUpload(services, request.signedIn?.id ?? '', id);
      return reply.code(204).header('tus-resumable', '1.0.0').send();
    });
  });
}

function describe(verb: string) {
  return {
    summary: `${verb} a resumable upload (tus 1.0.0; metadata: filename, filetype, book)`,
    tags: ['uploads'],
    security: [{ bearer: [] }],
  };
}

/** The request as tus wants it; `runtime` lets it notice when the sender is gone and keep what came until then. */
function webRequest(
  { method, raw, headers, protocol, host, url }: FastifyRequest,
  reply: FastifyReply,
): TusRequest {
  const hasBody = method === 'PATCH' || (method === 'POST' && headers['content-type'] !== undefined);
  const request = new Request(`${protocol}://${host}${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ) as [string, string][],
    ...(hasBody ? { body: Readable.toWeb(raw) as ReadableStream, duplex: 'half' as const } : {}),
  });
  return Object.assign(request, {
    runtime: { name: 'node', node: { req: raw, res: reply.raw } },
  }) as TusRequest;
}

function asTusError(error: Error | { status_code: number; body: string }): {
  status_code: number;
  body: string;
} {
  if (!(error instanceof Error) && error.body.startsWith('{')) return error;
  const known =
    'body' in error ? new AppError(ofTus.get(error.body) ?? 'malformed_request') : asAppError(error);
  return { status_code: known.status, body: JSON.stringify(known.toBody()) };
}

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireAccess, userOf } from '../../http/api/authenticate.ts';
import { delayRefusal } from '../../http/errors/errors.ts';
import { apiPathOf } from '../../http/routing/ownOrigin.ts';
import type { SignedInUser } from '../../http/routing/route.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import type { createTusServer, TusRequest } from './createTusServer.ts';
import { cancelUpload } from './ownUpload.ts';

/**
 * Resumable uploads by the tus protocol at /uploads/files below the API's root. The last PATCH waits for the ingest
 * and returns 200 with the Upload and its book, or the ErrorBody of a refusal. A client that lost the response can
 * query GET /uploads/:id.
 */
export async function registerTus(api: FastifyInstance, services: Services): Promise<void> {
  const path = `${apiPathOf(services.config)}/uploads/files`;
  const senders = new WeakMap<TusRequest, SignedInUser>();
  const senderOf = (request: TusRequest): SignedInUser => {
    const user = senders.get(request);
    if (user === undefined) throw new AppError('unauthenticated');
    return user;
  };

  let server: ReturnType<typeof createTusServer> | undefined;
  /** The code of tus is loaded with the first upload. */
  const loadServer = async () => {
    const { createTusServer } = await import('./createTusServer.ts');
    server ??= createTusServer(services, { path, senderOf, log: api.log });
    return server;
  };

  await api.register(async (scope) => {
    // tus reads the body as a stream.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('onRequest', requireAccess(services, 'user'));

    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const tusRequest = asTusRequest(request, reply, services.config.basePath);
      if (request.signedIn !== null) senders.set(tusRequest, request.signedIn);
      const response = await (await loadServer()).handleWeb(tusRequest);
      const body = errorBodyOf(response.status, await response.text());
      if (response.status === 429) await delayRefusal(new AppError('too_many_uploads'));
      for (const [name, value] of response.headers)
        if (!name.startsWith('access-control-')) reply.header(name, value);
      reply.code(response.status).header('cache-control', 'no-store');
      reply.removeHeader('content-length');
      return body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
    };
    scope.route({
      method: ['POST', 'OPTIONS'],
      url: '/uploads/files',
      handler,
      schema: describe('Begin'),
    });
    scope.route({
      method: ['PATCH', 'HEAD'],
      url: '/uploads/files/:id',
      handler,
      schema: describe('Continue'),
    });
    scope.delete('/uploads/files/:id', { schema: describe('Cancel') }, async (request, reply) => {
      const { id } = request.params as { id: string };
      await cancelUpload(services, userOf(request).id, id, request.log);
      return reply.code(204).header('tus-resumable', '1.0.0').send();
    });
  });
}

/** Errors that tus sends as plain text, in our format with the same status. */
function errorBodyOf(status: number, text: string): string {
  if (status < 400 || text === '' || text.startsWith('{')) return text;
  const error = new AppError(status === 404 ? 'not_found' : 'malformed_request');
  return JSON.stringify({ ...error.toBody(), status });
}

function describe(verb: string) {
  return {
    summary: `${verb} a resumable upload (tus 1.0.0; metadata: filename, filetype, book, replaces)`,
    tags: ['uploads'],
    security: [{ bearer: [] }],
  };
}

/**
 * The request in the form that tus needs; with `runtime` it notices a lost connection and keeps the bytes received so
 * far.
 */
function asTusRequest(
  { method, raw, headers, url }: FastifyRequest,
  reply: FastifyReply,
  basePath: string,
): TusRequest {
  const hasBody = method === 'PATCH' || (method === 'POST' && headers['content-type'] !== undefined);
  // tus uses only the path, so an invalid Host header does not matter.
  const request = new Request(`http://localhost${basePath}${url}`, {
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

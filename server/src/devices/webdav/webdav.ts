import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { countBody, inRouteQueue } from '../../http/api/inRouteQueue.ts';
import { recordError } from '../../http/errors/errors.ts';
import { DavError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { basicCredentials, requireAppPassword } from '../app-passwords/requireAppPassword.ts';
import { lockPath, unlockPath } from './davLocking.ts';
import { allowedOn } from './davPath.ts';
import { getFile, options, propfind } from './davReads.ts';
import { type DavMethod, davRequestOf } from './davRequest.ts';
import { copyOrMove, deletePath, makeCollection, proppatch, putFile } from './davWrites.ts';
import { findFile } from './deviceFiles.ts';

const methods: Readonly<Record<string, DavMethod>> = {
  OPTIONS: options,
  GET: getFile,
  HEAD: getFile,
  PUT: putFile,
  DELETE: deletePath,
  MKCOL: makeCollection,
  COPY: copyOrMove,
  MOVE: copyOrMove,
  PROPFIND: propfind,
  PROPPATCH: proppatch,
  LOCK: lockPath,
  UNLOCK: unlockPath,
};

/** Methods that OpenAPI supports. */
const described: Readonly<Record<string, string>> = {
  GET: 'A file of the folder for devices (WebDAV)',
  PUT: 'Write a file; with If-Match, 412 when it was changed',
  DELETE: 'Delete a file or a folder',
  OPTIONS: 'What WebDAV offers',
};

/** A folder for each user's devices at /dav: WebDAV classes 1 and 2; see docs/devices.md. */
export function registerWebdav(app: FastifyInstance, services: Services): void {
  app.setErrorHandler(async (error, request, reply) => sendError(request, reply, error));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const onRequest = requireAppPassword(services, 'write', basicCredentials);
  for (const method of ['MKCOL', 'COPY', 'MOVE', 'PROPFIND', 'PROPPATCH', 'LOCK', 'UNLOCK'])
    app.addHttpMethod(method, { hasBody: true });

  for (const [method, answer] of Object.entries(methods))
    for (const url of ['', '/*'])
      app.route({
        method,
        url,
        exposeHeadRoute: false,
        bodyLimit: limits.deviceFile,
        ...(described[method] && url !== '' ? { schema: schemaOf(described[method]) } : {}),
        onRequest,
        handler: async (request, reply) => {
          refuseTooLarge(request);
          await countBody(services, request);
          const dav = davRequestOf(services, request);
          const work = () => answer(services, dav, request);
          const {
            status,
            headers = {},
            body,
          } = await inRouteQueue({ services, request, reply, cost: 'webdav' }, work);
          reply.code(status).headers({ 'cache-control': 'no-store', ...headers });
          if (typeof body === 'string') reply.type('application/xml; charset=utf-8');
          return reply.send(body ?? '');
        },
      });

  // A method that no route has.
  app.setNotFoundHandler({ preValidation: onRequest }, async (request) => {
    const { userId, path } = davRequestOf(services, request);
    const allow = allowedOn(path, await findFile(services.db, userId, path));
    throw new DavError(405, 'The folder does not support this method.', { allow });
  });
}

/** @throws DavError 413 before any byte is read */
function refuseTooLarge({ headers }: FastifyRequest): void {
  if (Number(headers['content-length'] ?? 0) > limits.deviceFile)
    throw new DavError(413, 'This file is larger than 32 MB.');
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const appError = error instanceof DavError ? error : recordError(request, reply, error);
  // Drain the request, so that the client can read the response.
  if (appError.status === 413) request.raw.resume();
  if (appError instanceof DavError) reply.headers(appError.headers);
  if (appError.status === 401) reply.header('www-authenticate', 'Basic realm="Lectern", charset="UTF-8"');
  return reply
    .code(appError.status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(appError.message);
}

function schemaOf(summary: string): FastifySchema {
  return {
    summary,
    tags: ['webdav'],
    security: [{ appPassword: [] }],
    response: { 200: { type: 'string', format: 'binary' } },
  };
}

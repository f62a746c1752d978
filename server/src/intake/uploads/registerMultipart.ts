import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import fastifyMultipart from '@fastify/multipart';
import { Book } from '@lectern/shared-contracts/api/books.ts';
import { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireAccess, requireOpenSignIn, userOf } from '../../http/api/authenticate.ts';
import { acquireSlot, whileAccountExists } from '../../http/api/inRouteQueue.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import type { UploadsTable } from '../../store/schema.ts';
import { workFolder } from '../staging/staging.ts';
import { asUpload, forgetReceiving, removeStaged } from './ownUpload.ts';
import { completeUpload, reserveUpload, resizeUpload } from './receive.ts';

/** Boundaries and headers around the file. */
const envelope = 64 * 1024;

const schema = {
  summary:
    'Add a book in one request: multipart/form-data with the field `file`; the same file again is answered with 200, a zip with a calibre library with 202',
  tags: ['books'],
  security: [{ bearer: [] }],
  consumes: ['multipart/form-data'],
  body: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  response: { 200: Book, 201: Book, 202: Upload, '4xx': ErrorBody, '5xx': ErrorBody },
};

/** POST /books: a simple upload for scripts, with the same ingest as resumable ones. */
export async function registerMultipart(api: FastifyInstance, services: Services): Promise<void> {
  const { config } = services;
  await api.register(async (scope) => {
    await scope.register(fastifyMultipart, {
      limits: { files: 1, fields: 0, parts: 1, fileSize: config.maxUploadBytes, headerPairs: 100 },
      throwFileSizeLimit: false,
    });
    scope.route({
      method: 'POST',
      url: '/books',
      schema,
      validatorCompiler: () => () => true,
      bodyLimit: config.maxUploadBytes + envelope,
      onRequest: requireAccess(services, 'user'),
      handler: async (request, reply) => {
        const user = userOf(request);
        const id = randomUUID();
        const length = request.headers['content-length'];
        let completed: UploadsTable;
        try {
          // Checked before the first byte is read; without Content-Length, for the maximum size.
          const size = {
            atLeast: Math.max(0, Number(length ?? 0) - envelope),
            atMost: length === undefined ? config.maxUploadBytes : Number(length),
          };
          // In the queue, so that endless requests without a file get only a share of the time.
          const room = await services.routeQueues.any.run(user.id, () =>
            whileAccountExists(services, user, () =>
              reserveUpload(services, { id, userId: user.id, filename: null }, size),
            ),
          );
          await receiveFile(services, request, id, room);
          await requireOpenSignIn(services, user);
          completed = await completeUpload(services, id);
        } catch (error) {
          const isIncomplete = !request.raw.complete;
          if (isIncomplete) request.raw.unpipe();
          // The client will send the file again, so discard what was received.
          const forgotten = await forgetReceiving(services.db, id).catch(() => false);
          if (forgotten) await removeStaged(services, id, request.log);
          if (isIncomplete) await dropRest(services, request, reply);
          throw error;
        }
        const upload = await asUpload(services.db, services, completed, user);
        reply.header('cache-control', 'no-store');
        if (upload.error) return reply.code(upload.error.status).send(upload.error);
        if (upload.book === null) return reply.code(202).send(upload);
        return reply.code(upload.duplicate ? 200 : 201).send(upload.book);
      },
    });
  });
}

/** Milliseconds for which an unwanted body is read before the connection is closed. */
const drainTimeoutMs = 5_000;

/**
 * Drains a request whose body is unwanted, when it is its user's turn: it costs as much as any other large body.
 * Resetting the connection at once would lose the response.
 */
async function dropRest(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw } = request;
  // If too many are waiting, the rest is read without a turn.
  await acquireSlot(services.routeQueues.largeBody, userOf(request).id, request, reply).catch(
    () => undefined,
  );
  raw.resume();
  reply.raw.once('finish', () => {
    // The connection is used for other requests.
    if (raw.complete) return;
    const timer = setTimeout(() => raw.socket.destroy(), drainTimeoutMs);
    timer.unref();
    raw.once('close', () => clearTimeout(timer));
  });
}

/** Stores the file of the request as this upload. Throws when it has more than `room` bytes. */
async function receiveFile(
  services: Services,
  request: FastifyRequest,
  id: string,
  room: number,
): Promise<void> {
  const { config, staging } = services;
  const part = await request.file({ limits: { fileSize: room } }).catch(refuseBrokenBody);
  if (part === undefined || part.fieldname !== 'file') {
    throw new AppError('invalid_request', 'Send the book as a file in the field `file`.', [
      { field: 'file', message: 'is missing' },
    ]);
  }
  const path = workFolder(config, id);
  try {
    const draft = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const tooLarge = () => new AppError(room < config.maxUploadBytes ? 'quota_exceeded' : 'file_too_large');
    part.file.once('limit', () => part.file.destroy(tooLarge()));
    await pipeline(part.file, draft).catch(refuseBrokenBody);
    // A small file may have been truncated before the listener was attached.
    if (part.file.truncated) throw tooLarge();
    await resizeUpload(services, id, { size: draft.bytesWritten, filename: part.filename });
    await staging.adopt(id, path);
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Passes on errors of Fastify and the disk; all others are parse errors.
 * @throws AppError malformed_request
 */
function refuseBrokenBody(error: Error & { code?: string }): never {
  if (error instanceof AppError || error.code?.startsWith('FST_') || 'errno' in error) throw error;
  throw new AppError('malformed_request');
}

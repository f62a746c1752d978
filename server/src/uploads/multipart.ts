import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import fastifyMultipart from '@fastify/multipart';
import { Book } from '@lectern/shared-contracts/api/books.ts';
import { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { requireAccess } from '../http/authenticate.ts';
import type { Services } from '../services.ts';
import { workFolder } from '../staging/staging.ts';
import { beginUpload, completeUpload } from './receive.ts';
import { asUpload } from './uploadView.ts';

/** Boundaries and headers around the one file. */
const envelope = 64 * 1024;

const schema = {
  summary:
    'Add a book in one request: multipart/form-data with the field `file`; the same file again is answered with 200',
  tags: ['books'],
  security: [{ bearer: [] }],
  consumes: ['multipart/form-data'],
  body: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  response: { 200: Book, 201: Book, '4xx': ErrorBody, '5xx': ErrorBody },
};

/** POST /books: an upload for scripts, over the same ingest as the resumable one. */
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
        const user = request.signedIn;
        if (user === null) throw new AppError('unauthenticated');
        if (Number(request.headers['content-length'] ?? 0) > config.maxUploadBytes + envelope) {
          reply.header('connection', 'close');
          throw new AppError('file_too_large');
        }
        services.ingest.expect();
        const part = await request.file();
        if (part === undefined || part.fieldname !== 'file') {
          throw new AppError('invalid_request', 'Send the book as a file in the field `file`.', [
            { field: 'file', message: 'is missing' },
          ]);
        }
        const id = randomUUID();
        const path = workFolder(config, id);
        try {
          const draft = createWriteStream(path, { flags: 'wx', mode: 0o600 });
          await pipeline(part.file, draft);
          if (part.file.truncated) throw new AppError('file_too_large');
          await beginUpload(services, {
            id,
            userId: user.id,
            filename: part.filename,
            size: draft.bytesWritten,
          });
          await services.staging.adopt(id, path);
        } finally {
          await rm(path, { force: true });
        }
        const upload = await asUpload(services.db, services, await completeUpload(services, id), user);
        reply.header('cache-control', 'no-store');
        if (upload.error) return reply.code(upload.error.status).send(upload.error);
        return reply.code(upload.duplicate ? 200 : 201).send(upload.book);
      },
    });
  });
}

import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../../http/headers/accepted.ts';
import type { RouteHandlers } from '../../http/routing/route.ts';
import { asBook } from '../../library/books/bookView.ts';
import { ownBook } from '../../library/books/ownBook.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { workFolder } from '../staging/staging.ts';
import { cancelUpload } from '../uploads/ownUpload.ts';
import { beginUpload, completeUpload } from '../uploads/receive.ts';

/**
 * The guide is a normal book: it is built as a file, uploaded and ingested. Requesting it twice in one language gives
 * the same book.
 */
export const sampleBookHandlers: RouteHandlers<'POST /guide'> = {
  'POST /guide': {
    untransacted: true,
    async handle({ services, user, request, commit }) {
      const bookId = await addGuide(services, user.id, request);
      return commit(async (db) => asBook(services, await ownBook(db, user.id, bookId), user));
    },
  },
};

async function addGuide(services: Services, userId: string, request: FastifyRequest): Promise<string> {
  // Loaded on demand with the libraries that draw its cover.
  const { buildSampleBook, guideLanguages } = await import('../sampleBook/buildSampleBook.ts');
  const { title, bytes } = await buildSampleBook(languageOf(request, guideLanguages));
  const id = randomUUID();
  const path = workFolder(services.config, id);
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    await beginUpload(services, {
      id,
      userId,
      filename: `${title}.epub`,
      size: bytes.length,
    });
    await services.staging.adopt(id, path);
    const upload = await completeUpload(services, id);
    if (upload.book_id === null) throw new AppError('server_error');
    return upload.book_id;
  } catch (error) {
    // Fails when the ingest has already taken it.
    await cancelUpload(services, userId, id, request.log).catch(() => {});
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

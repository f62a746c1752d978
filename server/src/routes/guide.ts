import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { asBook } from '../books/bookView.ts';
import { ownBook } from '../books/ownBook.ts';
import { AppError } from '../errors.ts';
import type { RouteHandlers } from '../http/route.ts';
import { stagedFile } from '../jobs/staging.ts';
import type { Services } from '../services.ts';
import { beginUpload, completeUpload } from '../uploads/receive.ts';
import { removeStagedUploads } from '../uploads/stagedUploads.ts';

/** The guide is a book like any other: made into a file, uploaded, read. Asked for twice, it is the same book. */
export const guideHandlers: RouteHandlers<'POST /guide'> = {
  'POST /guide': {
    untransacted: true,
    async handle({ services, user, commit }) {
      const bookId = await addGuide(services, user.id);
      return commit(async (db) => asBook(services, await ownBook(db, user.id, bookId)));
    },
  },
};

async function addGuide(services: Services, userId: string): Promise<string> {
  // With it come libraries that draw its cover.
  const { buildGuide } = await import('../guide/buildGuide.ts');
  const bytes = await buildGuide();
  const id = randomUUID();
  try {
    await writeFile(stagedFile(services.config, id), bytes, { flag: 'wx', mode: 0o600 });
    await beginUpload(services, {
      id,
      userId,
      filename: 'A Short Guide to Lectern.epub',
      size: bytes.length,
    });
  } catch (error) {
    await removeStagedUploads(services.config, [{ id }]);
    throw error;
  }
  const upload = await completeUpload(services, id);
  if (upload.book_id === null) throw new AppError('server_error');
  return upload.book_id;
}

import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { blobKeys, type CoverSize } from '../../blobs/blobs.ts';
import { asBook } from '../../books/bookView.ts';
import { changeBook } from '../../books/changeBook.ts';
import { ownBook } from '../../books/ownBook.ts';
import type { RouteHandlers } from '../../routing/route.ts';
import { workFolder } from '../../staging/staging.ts';

/** A cover uploaded by the user, re-encoded in our four sizes: nothing of the original file is kept. */
export const bookCoverHandlers: RouteHandlers<'PUT /books/:id/cover'> = {
  'PUT /books/:id/cover': {
    untransacted: true,
    async handle({ services, user, params, body, commit }) {
      const book = await ownBook(services.db, user.id, params.id);
      const version = book.cover_version + 1;
      const workDir = workFolder(services.config, randomUUID());
      await mkdir(workDir, { recursive: true, mode: 0o700 });
      try {
        const { title, author } = book;
        const picture = Buffer.from(body.image, 'base64');
        const { files } = await services.covers.render(user.id, {
          picture,
          book: { title, author },
          workDir,
        });
        for (const [size, name] of Object.entries(files) as [CoverSize, string][]) {
          await services.blobs.putFile(blobKeys.cover(book.id, version, size), join(workDir, name));
        }
      } finally {
        await rm(workDir, { recursive: true, force: true });
      }
      return commit(async (db) => {
        const { format, page_count } = await ownBook(db, user.id, book.id);
        const cover = { cover_version: version, cover_source: 'file' } as const;
        const isUncounted = format === 'pdf' && page_count === 0;
        const changed = await changeBook(db, book.id, {
          ...cover,
          ...(isUncounted && body.page_count ? { page_count: body.page_count } : {}),
          updated_at: services.now().toISOString(),
        });
        return asBook(services, changed, user);
      });
    },
  },
};

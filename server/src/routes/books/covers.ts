import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { blobKeys, type CoverSize } from '../../blobs/blobs.ts';
import { coverBase } from '../../books/bookAddresses.ts';
import { changeBook } from '../../books/changeBook.ts';
import { ownBook } from '../../books/ownBook.ts';
import type { RouteHandlers } from '../../routing/route.ts';
import type { Services } from '../../services/services.ts';
import { workFolder } from '../../staging/staging.ts';

/** Typesets a cover from title and author for books without one. No external service is used. */
export const coverHandlers: RouteHandlers<'POST /covers-enhanced/ensure'> = {
  'POST /covers-enhanced/ensure': {
    untransacted: true,
    async handle({ services, user, body, commit }) {
      const book = await ownBook(services.db, user.id, body.bookId);
      const version = (await hasCover(services, book)) ? book.cover_version : book.cover_version + 1;
      if (version !== book.cover_version) await typesetCover(services, user.id, book, version);
      return commit(async (db) => {
        // The book may have been deleted meanwhile.
        await ownBook(db, user.id, book.id);
        if (version !== book.cover_version) {
          await changeBook(db, book.id, {
            cover_version: version,
            cover_source: 'generated',
            updated_at: services.now().toISOString(),
          });
        }
        const base = coverBase(services, { id: book.id, cover_version: version }, user.sessionId);
        return { cover_url: `${base}/medium.webp`, cover_base: base };
      });
    },
  },
};

async function hasCover({ blobs }: Services, book: { id: string; cover_version: number }): Promise<boolean> {
  if (book.cover_version < 1) return false;
  return blobs.size(blobKeys.cover(book.id, book.cover_version, 'medium')).then(
    () => true,
    () => false,
  );
}

async function typesetCover(
  { config, blobs, covers }: Services,
  userId: string,
  { id, title, author }: { id: string; title: string; author: string },
  version: number,
): Promise<void> {
  const workDir = workFolder(config, randomUUID());
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  try {
    const { files } = await covers.render(userId, { picture: null, book: { title, author }, workDir });
    for (const [size, name] of Object.entries(files) as [CoverSize, string][]) {
      await blobs.putFile(blobKeys.cover(id, version, size), join(workDir, name));
    }
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

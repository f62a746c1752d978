import { blobKeys } from '../../blobs/blobs.ts';
import { coverBase } from '../../books/bookAddresses.ts';
import { changeBook } from '../../books/changeBook.ts';
import { newCoverVersion } from '../../books/coverVersions.ts';
import { ownBook } from '../../books/ownBook.ts';
import type { RouteHandlers } from '../../routing/route.ts';
import type { Services } from '../../services/services.ts';
import { storeCover } from './storeCover.ts';

/** Typesets a cover from title and author for books without one. No external service is used. */
export const coverHandlers: RouteHandlers<'POST /covers-enhanced/ensure'> = {
  'POST /covers-enhanced/ensure': {
    untransacted: true,
    async handle({ services, user, body, commit }) {
      const book = await ownBook(services.db, user.id, body.bookId);
      const isNew = !(await hasCover(services, book));
      const version = isNew ? newCoverVersion() : book.cover_version;
      const finish = () =>
        commit(async (db) => {
          // The book may have been deleted meanwhile, or its reader may have chosen a cover, which stays.
          const now = await ownBook(db, user.id, book.id);
          const isCurrent = now.cover_version === book.cover_version;
          if (isNew && isCurrent) {
            await changeBook(db, book.id, {
              cover_version: version,
              cover_source: 'generated',
              updated_at: services.now().toISOString(),
            });
          }
          const base = coverBase(
            services,
            { id: book.id, cover_version: isCurrent ? version : now.cover_version },
            user.sessionId,
          );
          return { cover_url: `${base}/medium.webp`, cover_base: base };
        });
      return isNew
        ? storeCover(services, { userId: user.id, book, version, picture: null }, finish)
        : finish();
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

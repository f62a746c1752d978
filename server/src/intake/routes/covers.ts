import type { RouteHandlers } from '../../http/routing/route.ts';
import { coverBase, newCoverVersion } from '../../library/books/bookAddresses.ts';
import { asBook } from '../../library/books/bookView.ts';
import { changeBook } from '../../library/books/changeBook.ts';
import { ownBook } from '../../library/books/ownBook.ts';
import type { Services } from '../../run/services/services.ts';
import { blobKeys } from '../../store/blobs/blobs.ts';
import { storeCover } from '../jobs/storeCover.ts';

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

/** A cover uploaded by the user, re-encoded in our four sizes: nothing of the original file is kept. */
export const bookCoverHandlers: RouteHandlers<'PUT /books/:id/cover'> = {
  'PUT /books/:id/cover': {
    untransacted: true,
    async handle({ services, user, params, body, commit }) {
      const book = await ownBook(services.db, user.id, params.id);
      const version = newCoverVersion();
      const picture = Buffer.from(body.image, 'base64');
      return storeCover(services, { userId: user.id, book, version, picture }, () =>
        commit(async (db) => {
          const { format, page_count } = await ownBook(db, user.id, book.id);
          const cover = { cover_version: version, cover_source: 'file' } as const;
          const isUncounted = format === 'pdf' && page_count === 0;
          const changed = await changeBook(db, book.id, {
            ...cover,
            ...(isUncounted && body.page_count ? { page_count: body.page_count } : {}),
            updated_at: services.now().toISOString(),
          });
          return asBook(services, changed, user);
        }),
      );
    },
  },
};

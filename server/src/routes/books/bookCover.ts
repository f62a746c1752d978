import { asBook } from '../../books/bookView.ts';
import { changeBook } from '../../books/changeBook.ts';
import { newCoverVersion } from '../../books/coverVersions.ts';
import { ownBook } from '../../books/ownBook.ts';
import type { RouteHandlers } from '../../routing/route.ts';
import { storeCover } from './storeCover.ts';

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

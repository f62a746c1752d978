import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { scheduleBlobDelete, tryPendingBlobDeletes } from '../../../store/blobs/pendingBlobDeletes.ts';
import { addBookKeys } from '../../books/bookKeys.ts';
import { asBook } from '../../books/bookView.ts';
import { changeBook } from '../../books/changeBook.ts';
import { importBooks } from '../../books/importBooks.ts';
import { joinBooks } from '../../books/joinBooks.ts';
import { ownBook } from '../../books/ownBook.ts';

const twoFiles = text('Both books have a file, so they can’t be joined. Delete the one you don’t need.');

export const bookImportHandlers: RouteHandlers<'POST /books/import' | 'POST /books/:id/perhaps-same'> = {
  'POST /books/import': {
    untransacted: true,
    async handle({ services, user, body, commit }) {
      await addBookKeys(services.db, user.id);
      return commit(async (db) => ({ items: await importBooks(db, user.id, body.items, services.now()) }));
    },
  },

  'POST /books/:id/perhaps-same': {
    untransacted: true,
    async handle({ services, user, params, body, request, commit }) {
      const answer = await commit(async (db) => {
        const book = await ownBook(db, user.id, params.id);
        if (book.perhaps_same_as === null) throw new AppError('not_found');
        const now = services.now();
        if (!body.same)
          return asBook(services, await changeBook(db, book.id, { perhaps_same_as: null }), user);
        const match = await ownBook(db, user.id, book.perhaps_same_as);
        if (book.format !== 'none' && match.format !== 'none')
          throw new AppError('invalid_request', twoFiles, []);
        const [remaining, other] = book.format === 'none' ? [match, book] : [book, match];
        await scheduleBlobDelete(db, other.id, now);
        return asBook(services, await joinBooks(db, remaining, other, now), user);
      });
      await tryPendingBlobDeletes(services, request.log);
      return answer;
    },
  },
};

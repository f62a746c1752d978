import type { RouteHandlers } from '../../../http/routing/route.ts';
import { blobKeys } from '../../../store/blobs/blobs.ts';
import { scheduleBlobDeletes, tryPendingBlobDeletes } from '../../../store/blobs/pendingBlobDeletes.ts';
import { pageAnswer, pageOfShortList } from '../../../store/paging/pages.ts';
import {
  asBookFiles,
  furtherFiles,
  ownFurtherFile,
  refOf,
  removeFurtherFile,
} from '../../books/bookFiles.ts';
import { ownBook } from '../../books/ownBook.ts';

export const bookFileHandlers: RouteHandlers<'GET /books/:id/files' | 'DELETE /books/:id/files/:file'> = {
  'GET /books/:id/files': async ({ db, services, user, params, query }) => {
    const book = await ownBook(db, user.id, params.id);
    const files = asBookFiles(services, book, await furtherFiles(db, book.id), user);
    return pageAnswer(pageOfShortList(query, files));
  },

  'DELETE /books/:id/files/:file': {
    untransacted: true,
    async handle({ services, user, params, request, commit }) {
      const now = services.now();
      await commit(async (db) => {
        const file = await ownFurtherFile(db, user.id, { id: params.file, bookId: params.id });
        await removeFurtherFile(db, file, now);
        await scheduleBlobDeletes(db, blobKeys.ofFile(refOf(file)), now);
        return null;
      });
      await tryPendingBlobDeletes(services, request.log);
      return null;
    },
  },
};

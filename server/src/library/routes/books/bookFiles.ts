import type { RouteHandlers } from '../../../http/routing/route.ts';
import { pageAnswer, pageOfShortList } from '../../../store/paging/pages.ts';
import { asBookFiles, furtherFiles } from '../../books/bookFiles.ts';
import { ownBook } from '../../books/ownBook.ts';

export const bookFileHandlers: RouteHandlers<'GET /books/:id/files'> = {
  'GET /books/:id/files': async ({ db, services, user, params, query }) => {
    const book = await ownBook(db, user.id, params.id);
    const files = asBookFiles(services, book, await furtherFiles(db, book.id), user);
    return pageAnswer(pageOfShortList(query, files));
  },
};

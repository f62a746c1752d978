import type { searchRoutes } from '@lectern/shared-contracts/api/search.ts';
import type { RouteHandlers } from '../../http/routing/route.ts';
import { asPassages } from '../../library/books/passages.ts';
import { searchPassages } from '../search/searchPassages.ts';

/** Full-text search in the user's books. */
export const searchHandlers: RouteHandlers<keyof typeof searchRoutes> = {
  'GET /search': async ({ db, services, user, query }) => {
    const { hits, corrected, leftOut } = await searchPassages(db, services, {
      userId: user.id,
      typed: query.q,
      limit: query.limit ?? 20,
      ...(query.book_id ? { bookId: query.book_id } : {}),
    });
    return {
      items: await asPassages(db, hits, { query: corrected ?? query.q }),
      corrected,
      left_out: leftOut,
    };
  },
};

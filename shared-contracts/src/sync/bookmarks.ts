import type { ActionType } from '../contract/host.ts';
import type { DeleteBookmark, UpdateBookmark } from '../contract/syncActions.ts';
import { withItem, withoutItem } from './lists.ts';

/** There is one bookmark per page, so the page is the entity: removing and setting it again keep their order. */
const entity = ({ bookId, page }: { bookId: string; page: number }): string => `bookmark:${bookId}:${page}`;

export const updateBookmark: ActionType<UpdateBookmark> = {
  type: 'UPDATE_BOOKMARK',
  priority: 6,
  entity,
  request: ({ bookId, ...body }) => ({ key: 'PUT /books/:id/bookmark', params: { id: bookId }, body }),
  merge: (earlier, later) => (earlier.id === later.id ? later : null),
  overlay: {
    'GET /books/:id/bookmarks': (list, { bookId, basis: _, ...bookmark }, { params }) => {
      if (params.id !== bookId) return list;
      const others = list.items.filter((other) => other.page !== bookmark.page || other.id === bookmark.id);
      return withItem({ ...list, items: others }, { ...bookmark, book_id: bookId });
    },
  },
};

export const deleteBookmark: ActionType<DeleteBookmark> = {
  type: 'DELETE_BOOKMARK',
  priority: 6,
  entity,
  // When two devices set a bookmark on the same page, its id on the server is not known here.
  request: ({ id, bookId, page }) => ({
    key: 'DELETE /bookmarks/:id',
    params: { id },
    query: { book_id: bookId, page },
  }),
  supersedes: ['UPDATE_BOOKMARK'],
  settledBy: (status) => status === 404,
  overlay: {
    'GET /books/:id/bookmarks': (list, { id, bookId, page }, { params }) =>
      params.id === bookId
        ? { ...list, items: list.items.filter((other) => other.id !== id && other.page !== page) }
        : withoutItem(list, id),
  },
};

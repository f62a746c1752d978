import type { Book } from '../api/books.ts';
import type { ActionType } from '../host.ts';
import type { UpdateProgress } from '../syncActions.ts';
import { changedItem } from './lists.ts';

export const updateProgress: ActionType<UpdateProgress> = {
  type: 'UPDATE_PROGRESS',
  priority: 5,
  entity: ({ bookId }) => `progress:${bookId}`,
  request: ({ bookId, ...body }) => ({ key: 'PUT /books/:id/progress', params: { id: bookId }, body }),
  merge: (earlier, later) => (later.updated_at < earlier.updated_at ? earlier : later),
  overlay: {
    'GET /books/:id/progress': (stored, { bookId, ...progress }, { params }) => {
      // Another device may have been there later: its place stands, as it will on the server.
      if (params.id !== bookId || (stored !== null && stored.updated_at > progress.updated_at)) return stored;
      return { ...stored, ...progress };
    },
    'GET /books/:id': (book, payload) => (book.id === payload.bookId ? moved(book, payload) : book),
    'GET /books': (list, payload) => changedItem(list, payload.bookId, (book: Book) => moved(book, payload)),
  },
};

function moved(book: Book, { current_page, percentage, updated_at }: UpdateProgress): Book {
  if (book.last_opened !== null && book.last_opened > updated_at) return book;
  return { ...book, current_page, progress: percentage };
}

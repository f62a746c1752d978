import type { Book } from '../api/books.ts';
import type { ActionType } from '../contract/host.ts';
import type { UpdateProgress } from '../contract/syncActions.ts';
import { placeWins } from '../domain/books/place.ts';
import { changedItem } from './lists.ts';

export const updateProgress: ActionType<UpdateProgress> = {
  type: 'UPDATE_PROGRESS',
  priority: 5,
  entity: ({ bookId }) => `progress:${bookId}`,
  request: ({ bookId, ...body }) => ({ key: 'PUT /books/:id/progress', params: { id: bookId }, body }),
  // Both were made here, so the later one wins, whatever the clock said; it keeps what the earlier one followed.
  merge: (earlier, later) => ({
    ...later,
    ...(later.follows === earlier.updated_at ? { follows: earlier.follows } : {}),
    ...(later.return_to === undefined && earlier.return_to !== undefined
      ? { return_to: earlier.return_to }
      : {}),
  }),
  overlay: {
    'GET /books/:id/progress': (stored, { bookId, ...progress }, { params }) => {
      if (params.id !== bookId) return stored;
      const { follows: _, keep: __, ...place } = progress;
      // Another device's position may win, as on the server.
      return placeWins(stored, progress) ? { ...stored, ...place, mine: true } : stored;
    },
    // Unchanged here, but a move may add to it, so it is refetched.
    'GET /books/:id/places': (list) => list,
    'GET /books/:id': (book, payload) => (book.id === payload.bookId ? moved(book, payload) : book),
    'GET /books': (list, payload) => changedItem(list, payload.bookId, (book: Book) => moved(book, payload)),
  },
};

function moved(book: Book, { current_page, percentage, updated_at }: UpdateProgress): Book {
  return { ...book, current_page, progress: percentage, last_read: updated_at };
}

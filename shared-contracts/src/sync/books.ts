import type { Book, BookPatch } from '../api/books.ts';
import type { UpdateBook, UpdateProgress } from '../contract/syncActions.ts';
import { isStop } from '../domain/books/bookStatus.ts';
import { placeWins } from '../domain/books/place.ts';
import { cleanTags } from '../domain/books/tags.ts';
import { mergedBasis } from '../domain/changes/basis.ts';
import { mergedTagChanges, withMembers } from '../domain/changes/members.ts';
import type { OwnActions } from './anyAction.ts';
import { changedItem, withoutItem } from './lists.ts';

const entity = ({ bookId }: { bookId: string }): string => `book:${bookId}`;

/** The forms to sort by go with the title and the author that they were made of. */
function shown(book: Book, { changes, tagChanges }: UpdateBook): Book {
  const { title_sort, author_sort, ...after } = changed(
    book,
    changes.tags
      ? { ...changes, tags: cleanTags(withMembers(book.tags ?? [], changes.tags, tagChanges)) }
      : changes,
  );
  return {
    ...after,
    ...(title_sort !== undefined && after.title === book.title ? { title_sort } : {}),
    ...(author_sort !== undefined && after.author === book.author ? { author_sort } : {}),
  };
}

/** A book, or a change of it, with another change; the end of a session leaves a completed book completed. */
function changed<B extends BookPatch>(book: B, changes: BookPatch): B {
  if (!isStop(changes) || book.completed !== true) return { ...book, ...changes };
  const { status: _, is_reading: __, ...others } = changes;
  return { ...book, ...others, is_reading: false };
}

export const bookActions: OwnActions<'UPDATE_BOOK' | 'DELETE_BOOK' | 'UPDATE_PROGRESS'> = {
  UPDATE_BOOK: {
    priority: 5,
    entity,
    request: ({ bookId, changes, basis, tagChanges }) => ({
      key: 'PATCH /books/:id',
      params: { id: bookId },
      body: { ...changes, ...(basis ? { basis } : {}), ...(tagChanges ? { tagChanges } : {}) },
    }),
    merge: (earlier, later) => ({
      bookId: later.bookId,
      changes: changed(earlier.changes, later.changes),
      ...mergedBasis(earlier, later),
      ...mergedTagChanges(
        earlier.changes.tags && (earlier.tagChanges ?? null),
        later.changes.tags && (later.tagChanges ?? null),
      ),
      ...(earlier.quiet && later.quiet ? { quiet: true } : {}),
    }),
    settledBy: (_, { quiet }) => quiet === true,
    overlay: {
      'GET /books': (list, update) => changedItem(list, update.bookId, (book: Book) => shown(book, update)),
      'GET /books/:id': (book, update) => (book.id === update.bookId ? shown(book, update) : book),
    },
  },
  DELETE_BOOK: {
    priority: 5,
    entity,
    request: ({ bookId, seen, seenHighlights, description }) => ({
      key: 'DELETE /books/:id',
      params: { id: bookId },
      query: { seen, seen_highlights: seenHighlights, description },
    }),
    supersedes: ['UPDATE_BOOK'],
    settledBy: (status) => status === 404,
    overlay: {
      'GET /books': (list, { bookId }) => {
        const rest = withoutItem<Book, typeof list>(list, bookId);
        return rest === list ? list : { ...rest, total: Math.max(0, list.total - 1) };
      },
    },
  },
  UPDATE_PROGRESS: {
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
      'GET /books': (list, payload) =>
        changedItem(list, payload.bookId, (book: Book) => moved(book, payload)),
    },
  },
};

function moved(book: Book, { current_page, percentage, updated_at }: UpdateProgress): Book {
  return { ...book, current_page, progress: percentage, last_read: updated_at };
}

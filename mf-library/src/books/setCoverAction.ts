import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { changedItem } from '@lectern/shared-contracts/sync/lists.ts';

/** PUT /books/:id/cover */
export interface SetCover {
  bookId: string;
  /** JPEG in base64. */
  image: string;
}

declare module '@lectern/shared-contracts/contract/syncActions.ts' {
  interface ActionPayloads {
    SET_COVER: SetCover;
  }
}

/** Replaces a cover, optimistically. */
export const setCover: ActionType<SetCover> = {
  type: 'SET_COVER',
  priority: 4,
  accepts: (payload): payload is SetCover => {
    const { bookId, image } = (payload ?? {}) as Partial<SetCover>;
    return typeof bookId === 'string' && typeof image === 'string';
  },
  entity: ({ bookId }) => `book:${bookId}`,
  request: ({ bookId, image }) => ({ key: 'PUT /books/:id/cover', params: { id: bookId }, body: { image } }),
  merge: (_, later) => later,
  timeout: 60_000,
  overlay: {
    'GET /books': (list, payload) =>
      changedItem(list, payload.bookId, (book: Book) => withCover(book, payload)),
    'GET /books/:id': (book, payload) => (book.id === payload.bookId ? withCover(book, payload) : book),
  },
};

function withCover(book: Book, { image }: SetCover): Book {
  return {
    ...book,
    cover_url: `data:image/jpeg;base64,${image}`,
    cover_base: null,
    cover_source: 'file',
  };
}

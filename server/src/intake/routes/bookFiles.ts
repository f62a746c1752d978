import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { FastifyRequest } from 'fastify';
import type { RouteHandlers, SignedInUser } from '../../http/routing/route.ts';
import { currentFileId } from '../../library/books/bookFiles.ts';
import { asBook } from '../../library/books/bookView.ts';
import { changeBook } from '../../library/books/changeBook.ts';
import { joinBooks } from '../../library/books/joinBooks.ts';
import { ownBook } from '../../library/books/ownBook.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { scheduleBlobDelete, tryPendingBlobDeletes } from '../../store/blobs/pendingBlobDeletes.ts';
import type { Db } from '../../store/db.ts';
import type { BookRow } from '../../store/schema.ts';
import { removeFurtherFile } from '../jobs/chosenFile.ts';
import { dropCopies, joinPrepared, prepareJoin } from '../jobs/joinFiles.ts';
import { readStoredFile } from '../uploads/receive.ts';

type Key =
  | 'POST /books/:id/files/:file/read'
  | 'POST /books/:id/files/:file/separate'
  | 'DELETE /books/:id/files/:file'
  | 'POST /books/:id/join'
  | 'POST /books/:id/perhaps-same';

export const joinedFileHandlers: RouteHandlers<Key> = {
  'POST /books/:id/files/:file/read': {
    untransacted: true,
    async handle({ services, user, params, commit }) {
      const isRead = currentFileId(await ownBook(services.db, user.id, params.id)) === params.file;
      const wanted = { bookId: params.id, fileId: params.file, replaces: true };
      if (!isRead) await readStoredFile(services, user.id, wanted);
      return commit(async (db) => asBook(services, await ownBook(db, user.id, params.id), user));
    },
  },

  'POST /books/:id/files/:file/separate': {
    untransacted: true,
    async handle({ services, user, params, commit }) {
      const wanted = { bookId: params.id, fileId: params.file, replaces: false };
      const { book_id } = await readStoredFile(services, user.id, wanted);
      return commit(async (db) => asBook(services, await ownBook(db, user.id, book_id ?? ''), user));
    },
  },

  'DELETE /books/:id/files/:file': {
    untransacted: true,
    async handle({ services, user, params, request, commit }) {
      const file = { id: params.file, book_id: params.id, user_id: user.id };
      await commit(async (db) => {
        await removeFurtherFile(db, file, services.now());
        return null;
      });
      await tryPendingBlobDeletes(services, request.log);
      return null;
    },
  },

  'POST /books/:id/join': {
    untransacted: true,
    async handle({ services, user, params, body, request, commit }) {
      if (body.other === params.id) throw new AppError('invalid_request');
      const [one, other] = [
        await ownBook(services.db, user.id, params.id),
        await ownBook(services.db, user.id, body.other),
      ];
      const ids =
        one.format === 'none' && other.format !== 'none'
          ? { remaining: other.id, other: one.id }
          : { remaining: one.id, other: other.id };
      return join({ services, user, request, commit }, ids);
    },
  },

  'POST /books/:id/perhaps-same': {
    untransacted: true,
    async handle({ services, user, params, body, request, commit }) {
      const book = await ownBook(services.db, user.id, params.id);
      const { perhaps_same_as } = book;
      if (perhaps_same_as === null) throw new AppError('not_found');
      if (!body.same)
        return commit(async (db) => {
          const { id } = await ownBook(db, user.id, book.id);
          return asBook(services, await changeBook(db, id, { perhaps_same_as: null }), user);
        });
      const match = await ownBook(services.db, user.id, perhaps_same_as);
      // The older one remains, unless only the other one has a file.
      const ids =
        book.format === 'none' || match.format !== 'none'
          ? { remaining: match.id, other: book.id }
          : { remaining: book.id, other: match.id };
      return join({ services, user, request, commit }, ids);
    },
  },
};

interface JoinContext {
  services: Services;
  user: SignedInUser;
  request: FastifyRequest;
  commit(work: (db: Db) => Promise<Book>): Promise<Book>;
}

/** Joins two books. One without a file adds what is written about it; one with a file adds its files, too. */
async function join(
  { services, user, request, commit }: JoinContext,
  ids: { remaining: string; other: string },
): Promise<Book> {
  const now = services.now();
  const { format } = await ownBook(services.db, user.id, ids.other);
  const prepared = format === 'none' ? null : await prepareJoin(services, user.id, ids);
  let isJoined = false;
  try {
    return await commit(async (db) => {
      const book = prepared
        ? await joinPrepared(db, prepared, now)
        : await joinFileless(db, user.id, ids, now);
      isJoined = true;
      return asBook(services, book, user);
    });
  } finally {
    if (prepared && !isJoined) await dropCopies(services, prepared);
    await tryPendingBlobDeletes(services, request.log);
  }
}

async function joinFileless(
  db: Db,
  userId: string,
  ids: { remaining: string; other: string },
  now: Date,
): Promise<BookRow> {
  const other = await ownBook(db, userId, ids.other);
  // It was given one meanwhile.
  if (other.format !== 'none') throw new AppError('conflict');
  await scheduleBlobDelete(db, other.id, now);
  return joinBooks(db, await ownBook(db, userId, ids.remaining), other, now);
}

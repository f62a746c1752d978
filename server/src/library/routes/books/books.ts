import type { bookRoutes } from '@lectern/shared-contracts/api/books.ts';
import { normalizeStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { placeWins } from '@lectern/shared-contracts/domain/books/place.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { scheduleBlobDelete, tryPendingBlobDeletes } from '../../../store/blobs/pendingBlobDeletes.ts';
import { bytesOf, requireRoom } from '../../../store/bounds.ts';
import { pageAnswer, pageOfShortList } from '../../../store/paging/pages.ts';
import { asBookFiles, furtherFiles } from '../../books/bookFiles.ts';
import { patchBook, patchOf } from '../../books/bookPatch.ts';
import { asBook } from '../../books/bookView.ts';
import { saveBook } from '../../books/changeBook.ts';
import { listBooks } from '../../books/listBooks.ts';
import { ownBook } from '../../books/ownBook.ts';
import { asProgress, pastPositions, placeRuleOf, savePlace, storedPlace } from '../../books/savePlace.ts';
import { changedTags } from '../../books/tags.ts';
import { keepReplaced, keepUnseenText } from '../../conflicts/keepReplaced.ts';
import { creditPages } from '../../gamification/credits.ts';

type Key =
  | 'GET /books/:id/files'
  | Exclude<
      keyof typeof bookRoutes,
      | 'GET /books/:id/manifest'
      | 'GET /books/:id/search'
      | 'GET /books/:id/text'
      | 'PUT /books/:id/cover'
      | 'POST /books/import'
      | 'POST /books/:id/perhaps-same'
      | 'POST /books/tags'
      | 'POST /guide'
      | 'POST /covers-enhanced/ensure'
    >;

/**
 * The address of a cover is made by the library; a whole book that is sent back contains it.
 * @throws AppError invalid_request for another one
 */
function requireOwnCover({ cover_url }: { cover_url?: string | null }, bookId: string): void {
  if (cover_url === undefined || cover_url === null || cover_url.includes(bookId)) return;
  const message = 'is made by the library; send the picture itself to PUT /books/{id}/cover';
  throw new AppError('invalid_request', `cover_url ${message}.`, [{ field: 'cover_url', message }]);
}

export const bookHandlers: RouteHandlers<Key> = {
  'GET /books': async ({ services, user, query }) =>
    listBooks(services, user, {
      ...query,
      status: query.status && normalizeStatus(query.status),
      limit: query.limit ?? 50,
      offset: query.offset ?? 0,
    }),

  'GET /books/:id': async ({ db, services, user, params }) =>
    asBook(services, await ownBook(db, user.id, params.id), user),

  'PATCH /books/:id': async ({ db, services, clock, user, params, body }) => {
    requireOwnCover(body, params.id);
    const row = await ownBook(db, user.id, params.id);
    const before = asBook(services, row, user);
    const { tags, tagChanges, ...patch } = patchOf(body);
    const tagged = tags && { tags: changedTags(before.tags, tags, tagChanges) };
    const patched = patchBook(before, { ...patch, ...tagged }, services.now(), clock);
    const { title, author, description, genre, publisher, series } = patched;
    const texts = [title, author, description, genre, publisher, series, JSON.stringify(patched.tags)];
    const bytes = bytesOf(...texts) - row.bytes;
    await requireRoom(db, user.id, 'books', { rows: 0, bytes });
    const resource = { id: row.id, userId: user.id, bookId: row.id, name: row.title, stored: before };
    const replaced = await keepReplaced(db, { kind: 'book', ...resource }, patch, services.now());
    return { ...asBook(services, await saveBook(db, row, patched, services.now()), user), ...replaced };
  },

  'DELETE /books/:id': {
    untransacted: true,
    async handle({ services, user, params, query, request, commit }) {
      await commit(async (db) => {
        const book = await ownBook(db, user.id, params.id);
        const { seen: notes, seen_highlights: highlights = notes, description } = query;
        const seen = { notes, highlights, description, sessionId: user.sessionId };
        await keepUnseenText(db, book, seen, services.now());
        await scheduleBlobDelete(db, params.id, services.now());
        await db.deleteFrom('books').where('id', '=', params.id).execute();
        return null;
      });
      await tryPendingBlobDeletes(services, request.log);
      return null;
    },
  },

  'GET /books/:id/progress': async ({ db, user, params }) => {
    await ownBook(db, user.id, params.id);
    const row = await storedPlace(db, user.id, params.id);
    return row ? asProgress(row, user) : null;
  },

  'PUT /books/:id/progress': async ({ db, services, clock, user, params, body }) => {
    const book = await ownBook(db, user.id, params.id);
    const timestamp = clock.timestamp(body.updated_at);
    const keep = body.keep ?? (await placeRuleOf(db, user.id));
    const { stands, before, won } = await savePlace(db, services, user, book, {
      ...body,
      updated_at: timestamp,
      position: body.position ?? null,
      device: body.device ?? null,
      wins: (stored) => placeWins(stored, { ...body, updated_at: timestamp, keep }),
    });
    if (won)
      await creditPages(db, services, {
        userId: user.id,
        bookId: book.id,
        from: before?.current_page ?? 0,
        to: body.current_page,
      });
    return asProgress(stands, user);
  },

  'GET /books/:id/files': async ({ db, services, user, params, query }) => {
    const book = await ownBook(db, user.id, params.id);
    const files = asBookFiles(services, book, await furtherFiles(db, book.id), user);
    return pageAnswer(pageOfShortList(query, files));
  },

  'GET /books/:id/places': async ({ db, user, params, query }) => {
    await ownBook(db, user.id, params.id);
    return pageAnswer(pageOfShortList(query, await pastPositions(db, user.id, params.id)));
  },
};

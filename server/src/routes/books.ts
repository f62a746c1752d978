import type { bookRoutes, Progress } from '@lectern/shared-contracts/api/books.ts';
import {
  isJump,
  type PlaceRule,
  placeRulePreference,
  placeWins,
} from '@lectern/shared-contracts/domain/books/place.ts';
import type { Selectable } from 'kysely';
import { scheduleBlobDelete, tryPendingBlobDeletes } from '../blobs/pendingBlobDeletes.ts';
import { type PatchedBook, patchBook, patchOf } from '../books/bookPatch.ts';
import { asBook } from '../books/bookView.ts';
import { changeBook } from '../books/changeBook.ts';
import { listBooks } from '../books/listBooks.ts';
import { ownBook } from '../books/ownBook.ts';
import { pastPositions, recordPosition } from '../books/positionHistory.ts';
import { keepReplaced } from '../conflicts/keepReplaced.ts';
import { keepUnseenText } from '../conflicts/keepUnseenText.ts';
import { creditPages } from '../gamification/pages.ts';
import { pageAnswer, pageOfShortList } from '../paging/pages.ts';
import type { RouteHandlers, SignedInUser } from '../routing/route.ts';
import { bytesOf, requireRoom } from '../store/bounds.ts';
import type { Db } from '../store/db.ts';
import type { BooksTable, ProgressTable } from '../store/schema.ts';

type Key = Exclude<
  keyof typeof bookRoutes,
  | 'GET /books/:id/manifest'
  | 'GET /books/:id/search'
  | 'GET /books/:id/text'
  | 'PUT /books/:id/cover'
  | 'POST /books/import'
  | 'POST /guide'
  | 'POST /covers-enhanced/ensure'
>;

export const bookHandlers: RouteHandlers<Key> = {
  'GET /books': async ({ services, user, query }) =>
    listBooks(services, user, { ...query, limit: query.limit ?? 50, offset: query.offset ?? 0 }),

  'GET /books/:id': async ({ db, services, user, params }) =>
    asBook(services, await ownBook(db, user.id, params.id), user),

  'PATCH /books/:id': async ({ db, services, clock, user, params, body }) => {
    const row = await ownBook(db, user.id, params.id);
    const before = asBook(services, row, user);
    const patch = patchOf(body);
    const patched = patchBook(before, patch, services.now(), clock);
    const { title, author, description, genre, publisher, series } = patched;
    const bytes = bytesOf(title, author, description, genre, publisher, series) - row.bytes;
    await requireRoom(db, user.id, 'books', { rows: 0, bytes });
    const thing = { id: row.id, userId: user.id, bookId: row.id, name: row.title, stored: before };
    const replaced = await keepReplaced(db, { kind: 'book', ...thing }, patch, services.now());
    return { ...asBook(services, await save(db, row, patched, services.now()), user), ...replaced };
  },

  'DELETE /books/:id': {
    untransacted: true,
    async handle({ services, user, params, query, request, commit }) {
      await commit(async (db) => {
        const book = await ownBook(db, user.id, params.id);
        const seen = { until: query.seen, description: query.description, sessionId: user.sessionId };
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
    const row = await storedProgress(db, user.id, params.id);
    return row ? asProgress(row, user) : null;
  },

  'PUT /books/:id/progress': async ({ db, services, clock, user, params, body }) => {
    const book = await ownBook(db, user.id, params.id);
    const stored = await storedProgress(db, user.id, params.id);
    const now = services.now();
    const said = clock.timestamp(body.updated_at);
    const progress = {
      user_id: user.id,
      book_id: params.id,
      current_page: body.current_page,
      total_pages: body.total_pages,
      percentage: body.percentage,
      position: body.position ? JSON.stringify(body.position) : null,
      device: body.device ?? null,
      changed_by: user.sessionId,
      // It comes after the one it replaces, even where a clock was turned back.
      updated_at: stored && stored.updated_at > said ? stored.updated_at : said,
    };
    const before = stored ? { ...stored, mine: stored.changed_by === user.sessionId } : null;
    const keep = body.keep ?? (await placeRuleOf(db, user.id));
    if (before && !placeWins(before, { ...body, updated_at: said, keep })) {
      await recordPosition(db, progress, now);
      return asProgress(before, user);
    }
    if (before && (!before.mine || isJump(before.percentage, progress.percentage)))
      await recordPosition(db, before, now);
    await db
      .insertInto('progress')
      .values(progress)
      .onConflict((conflict) => conflict.columns(['user_id', 'book_id']).doUpdateSet(progress))
      .execute();
    await save(db, book, readTo(asBook(services, book, user), progress), now);
    await creditPages(db, services, {
      userId: user.id,
      bookId: book.id,
      from: stored?.current_page ?? 0,
      to: body.current_page,
    });
    return asProgress(progress, user);
  },

  'GET /books/:id/places': async ({ db, user, params, query }) => {
    await ownBook(db, user.id, params.id);
    return pageAnswer(pageOfShortList(query, await pastPositions(db, user.id, params.id)));
  },
};

/** The book once the reader is at this place. One that was completed stays so when it is looked into again. */
function readTo(
  book: PatchedBook,
  { current_page, percentage, updated_at }: { current_page: number; percentage: number; updated_at: string },
): PatchedBook {
  const moved = { current_page, last_opened: updated_at };
  if (book.completed && percentage < 100) return { ...book, ...moved };
  const begun = book.status === 'unread' && percentage > 0;
  return patchBook(
    book,
    { ...moved, progress: percentage, ...(begun ? { is_reading: true } : {}) },
    new Date(updated_at),
  );
}

async function save(
  db: Db,
  row: Selectable<BooksTable>,
  book: PatchedBook,
  now: Date,
): Promise<Selectable<BooksTable>> {
  return changeBook(db, row.id, {
    title: book.title,
    author: book.author,
    description: book.description,
    genre: book.genre,
    language: book.language,
    publisher: book.publisher,
    published: book.published,
    series: book.series,
    series_index: book.series_index,
    isbn: book.isbn,
    isbn10: book.isbn10,
    isbn13: book.isbn13,
    current_page: book.current_page,
    progress: book.progress,
    is_reading: Number(book.is_reading),
    completed: Number(book.completed),
    completed_at: book.completed_at,
    status: book.status,
    last_opened: book.last_opened,
    rating: book.rating,
    favorite: Number(book.favorite),
    updated_at: now.toISOString(),
  });
}

async function storedProgress(
  db: Db,
  userId: string,
  bookId: string,
): Promise<Selectable<ProgressTable> | undefined> {
  return db
    .selectFrom('progress')
    .selectAll()
    .where('user_id', '=', userId)
    .where('book_id', '=', bookId)
    .executeTakeFirst();
}

/**
 * The reader's choice for devices that did not know of each other; kept in the profile, so that all of them follow it.
 */
async function placeRuleOf(db: Db, userId: string): Promise<PlaceRule> {
  const { preferences } = await db
    .selectFrom('users')
    .select('preferences')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return JSON.parse(preferences)[placeRulePreference] === 'furthest' ? 'furthest' : 'latest';
}

function asProgress(row: Selectable<ProgressTable>, user: SignedInUser): Progress {
  return {
    current_page: row.current_page,
    total_pages: row.total_pages,
    percentage: row.percentage,
    updated_at: row.updated_at,
    position: row.position === null ? null : JSON.parse(row.position),
    mine: row.changed_by === user.sessionId,
    ...(row.device === null ? {} : { device: row.device }),
  };
}

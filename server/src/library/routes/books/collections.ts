import type { Collection, collectionRoutes } from '@lectern/shared-contracts/api/collections.ts';
import { valueStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { changedCollection } from '@lectern/shared-contracts/domain/changes/members.ts';
import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { type Selectable, sql } from 'kysely';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { chunks } from '../../../run/common/chunks.ts';
import { AppError } from '../../../run/common/errors.ts';
import { bytesOf, requireRoom } from '../../../store/bounds.ts';
import type { Db } from '../../../store/db.ts';
import { countOf, ownRow, removeOwn } from '../../../store/ownRows.ts';
import { byText, pageAnswer, readPage } from '../../../store/paging/pages.ts';
import { addRows, findRow, putRow } from '../../../store/rows.ts';
import type { CollectionsTable } from '../../../store/schema.ts';
import { keepReplaced } from '../../conflicts/keepReplaced.ts';

const rowsAtOnce = 1_000;

/** An id of a book takes 39 bytes. */
const byName = {
  order: byText('name', 'id'),
  direction: 'asc',
  bytes: sql<number>`bytes + 39 * (select count(*) from collection_books where collection_id = collections.id)`,
} as const;

export const collectionHandlers: RouteHandlers<keyof typeof collectionRoutes> = {
  'GET /collections': async ({ db, user, query }) => {
    const from = db.selectFrom('collections').where('user_id', '=', user.id);
    const page = await readPage(query, { from, ...byName }, async (rows) => {
      const booksOf = await membersOf(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => asCollection(row, booksOf.get(row.id) ?? []));
    });
    return pageAnswer(page);
  },

  'PUT /collections/:id': async ({ db, services, user, params, body }) => {
    const now = services.now();
    const stored = await findRow(db, 'collections', { id: params.id });
    if (stored && stored.user_id !== user.id) throw new AppError('not_found');
    const { basis, books, ...changes } = { ...body, rule: body.rule ? JSON.stringify(body.rule) : null };
    const before = stored && {
      ...stored,
      bookIds: (await membersOf(db, [stored.id])).get(stored.id) ?? [],
    };
    const { bookIds: wanted, ...fields } = before
      ? changedCollection(before, { ...before, ...changes }, { basis, books })
      : changes;
    if (wanted.length > limits.booksInCollection) throw new AppError('limit_reached', tooManyBooks);
    const row: Row = {
      id: params.id,
      user_id: user.id,
      name: fields.name,
      description: fields.description,
      color: fields.color,
      icon: fields.icon,
      rule: fields.rule,
      updated_at: now.toISOString(),
    };
    const bytes = bytesOf(row.name, row.description, row.rule) - (before?.bytes ?? 0);
    await requireRoom(db, user.id, 'collections', { rows: before ? 0 : 1, bytes });
    await requireSpaceForBooks(db, user.id, params.id, wanted.length);
    const resource = { kind: 'collection', id: params.id, userId: user.id, bookId: null } as const;
    const { bookIds: _books, ...change } = changes;
    const replaced = before
      ? await keepReplaced(db, { ...resource, name: before.name, stored: before }, { ...change, basis }, now)
      : {};
    await putRow(db, 'collections', row, ['id']);
    const bookIds = await ownAmong(db, user.id, wanted);
    await db.deleteFrom('collection_books').where('collection_id', '=', params.id).execute();
    const members = bookIds.map((book_id, seq) => ({ collection_id: params.id, book_id, seq }));
    await addRows(db, 'collection_books', members);
    return { ...asCollection(row, bookIds), ...replaced };
  },

  'DELETE /collections/:id': async ({ db, user, params, query }) => {
    const words = await ownRow(db, 'collections', user.id, params.id);
    const seen = query.seen?.split(',');
    const unseen = [words.name, words.description].filter(
      (text) => text && !seen?.includes(valueStamp(text)),
    );
    if (seen && unseen.length > 0) throw new AppError('conflict');
    await removeOwn(db, 'collections', user.id, params.id);
    return null;
  },
};

/**
 * The user's own books among these ids, without duplicates, in order. Unknown ids are dropped rather than refused: a
 * book may have been deleted on one device while another, offline, still had it on a shelf.
 * @throws AppError not_found for another user's book
 */
async function ownAmong(db: Db, userId: string, bookIds: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('books').select('id').where('user_id', '=', userId).execute();
  const own = new Set(rows.map((row) => row.id));
  const wanted = [...new Set(bookIds)];
  const missing = wanted.filter((id) => !own.has(id));
  for (const some of chunks(missing, rowsAtOnce)) {
    const foreign = db.selectFrom('books').select('id').where('id', 'in', some).limit(1);
    if (await foreign.executeTakeFirst()) throw new AppError('not_found');
  }
  return wanted.filter((id) => own.has(id));
}

/** The books of these collections, in order. */
async function membersOf(db: Db, collectionIds: readonly string[]): Promise<Map<string, string[]>> {
  const members =
    collectionIds.length === 0
      ? []
      : await db
          .selectFrom('collection_books')
          .select(['collection_id', 'book_id'])
          .where('collection_id', 'in', collectionIds)
          .orderBy('seq')
          .execute();
  const booksOf = new Map<string, string[]>();
  for (const { collection_id, book_id } of members) {
    const books = booksOf.get(collection_id);
    if (books) books.push(book_id);
    else booksOf.set(collection_id, [book_id]);
  }
  return booksOf;
}

const tooManyBooks = text(
  'A collection holds up to 20,000 books, and all collections together up to 100,000. Make a smart collection instead, or take some books out.',
);

async function requireSpaceForBooks(db: Db, userId: string, id: string, count: number): Promise<void> {
  const others = db
    .selectFrom('collection_books')
    .innerJoin('collections', 'collections.id', 'collection_books.collection_id')
    .where('collections.user_id', '=', userId)
    .where('collections.id', '!=', id);
  if ((await countOf(others)) + count > limits.booksInCollections)
    throw new AppError('limit_reached', tooManyBooks);
}

type Row = Omit<Selectable<CollectionsTable>, 'bytes'>;

export function asCollection(
  { user_id: _owner, bytes: _bytes, rule, ...row }: Row & { bytes?: number },
  bookIds: string[],
): Collection {
  return { ...row, bookIds, rule: rule === null ? null : JSON.parse(rule) };
}

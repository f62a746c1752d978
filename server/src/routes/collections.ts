import type { Collection, collectionRoutes } from '@lectern/shared-contracts/api/collections.ts';
import type { Selectable } from 'kysely';
import { AppError } from '../errors.ts';
import type { RouteHandlers } from '../http/route.ts';
import type { Db } from '../services.ts';
import type { CollectionsTable } from '../store/schema.ts';

const rowsAtOnce = 1_000;

export const collectionHandlers: RouteHandlers<keyof typeof collectionRoutes> = {
  'GET /collections': async ({ db, user }) => {
    const rows = await db
      .selectFrom('collections')
      .selectAll()
      .where('user_id', '=', user.id)
      .orderBy('name')
      .orderBy('id')
      .execute();
    const members = await db
      .selectFrom('collection_books')
      .innerJoin('collections', 'collections.id', 'collection_books.collection_id')
      .select(['collection_id', 'book_id'])
      .where('collections.user_id', '=', user.id)
      .orderBy('seq')
      .execute();
    const booksOf = Map.groupBy(members, (member) => member.collection_id);
    return {
      items: rows.map((row) =>
        asCollection(
          row,
          (booksOf.get(row.id) ?? []).map((member) => member.book_id),
        ),
      ),
    };
  },

  'PUT /collections/:id': async ({ db, services, user, params, body }) => {
    const row: Selectable<CollectionsTable> = {
      id: params.id,
      user_id: user.id,
      name: body.name,
      description: body.description,
      color: body.color,
      icon: body.icon,
      rule: body.rule ? JSON.stringify(body.rule) : null,
      updated_at: services.now().toISOString(),
    };
    const owner = await db
      .selectFrom('collections')
      .select('user_id')
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (owner && owner.user_id !== user.id) throw new AppError('not_found');
    await db
      .insertInto('collections')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    const bookIds = await ownAmong(db, user.id, body.bookIds);
    await db.deleteFrom('collection_books').where('collection_id', '=', params.id).execute();
    for (let start = 0; start < bookIds.length; start += rowsAtOnce) {
      const some = bookIds.slice(start, start + rowsAtOnce);
      await db
        .insertInto('collection_books')
        .values(some.map((book_id, i) => ({ collection_id: params.id, book_id, seq: start + i })))
        .execute();
    }
    return asCollection(row, bookIds);
  },

  'DELETE /collections/:id': async ({ db, user, params }) => {
    const deleted = await db
      .deleteFrom('collections')
      .where('id', '=', params.id)
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (deleted.numDeletedRows === 0n) throw new AppError('not_found');
    return null;
  },
};

/**
 * The reader's own books among these, once each, in their order. What is no more is left out rather than refused: a
 * book may have been deleted on one device while another, offline, still had it on a shelf.
 * @throws AppError not_found for another reader's book
 */
async function ownAmong(db: Db, userId: string, bookIds: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('books').select('id').where('user_id', '=', userId).execute();
  const own = new Set(rows.map((row) => row.id));
  const wanted = [...new Set(bookIds)];
  const missing = wanted.filter((id) => !own.has(id));
  for (let start = 0; start < missing.length; start += rowsAtOnce) {
    const some = missing.slice(start, start + rowsAtOnce);
    const foreign = db.selectFrom('books').select('id').where('id', 'in', some).limit(1);
    if (await foreign.executeTakeFirst()) throw new AppError('not_found');
  }
  return wanted.filter((id) => own.has(id));
}

function asCollection(
  { user_id: _owner, rule, ...row }: Selectable<CollectionsTable>,
  bookIds: string[],
): Collection {
  return { ...row, bookIds, rule: rule === null ? null : JSON.parse(rule) };
}

import { randomUUID } from 'node:crypto';
import type { annotationRoutes, Bookmark } from '@lectern/shared-contracts/api/annotations.ts';
import type { Selectable } from 'kysely';
import { ownBook } from '../books/ownBook.ts';
import { AppError } from '../errors.ts';
import type { RouteHandlers } from '../http/route.ts';
import type { BookmarksTable } from '../store/schema.ts';

type Key = Extract<keyof typeof annotationRoutes, `${string}bookmark${string}`>;
type Row = Selectable<BookmarksTable>;

export const bookmarkHandlers: RouteHandlers<Key> = {
  'GET /books/:id/bookmarks': async ({ db, user, params }) => {
    await ownBook(db, user.id, params.id);
    const rows = await db
      .selectFrom('bookmarks')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('book_id', '=', params.id)
      .orderBy('page')
      .execute();
    return { items: rows.map(asBookmark) };
  },

  'PUT /books/:id/bookmark': async ({ db, clock, user, params, body }) => {
    await ownBook(db, user.id, params.id);
    const set = {
      position: body.position ? JSON.stringify(body.position) : null,
      label: body.label ?? null,
      updated_at: clock.timestamp(body.updated_at),
    };
    const ofBook = db
      .selectFrom('bookmarks')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('book_id', '=', params.id);
    const there = await ofBook.where('page', '=', body.page).executeTakeFirst();
    if (there) {
      if (there.updated_at > set.updated_at) return asBookmark(there);
      await db.updateTable('bookmarks').set(set).where('id', '=', there.id).execute();
      return asBookmark({ ...there, ...set });
    }
    const row: Row = {
      id: body.id ?? randomUUID(),
      user_id: user.id,
      book_id: params.id,
      page: body.page,
      ...set,
    };
    await db
      .insertInto('bookmarks')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const stored = await ofBook.where('id', '=', row.id).executeTakeFirst();
    if (!stored) throw new AppError('not_found');
    // Its id was there on another page: the bookmark has moved.
    if (stored.page !== body.page && stored.updated_at <= set.updated_at) {
      await db.updateTable('bookmarks').set(row).where('id', '=', row.id).execute();
      return asBookmark(row);
    }
    return asBookmark(stored);
  },

  'DELETE /bookmarks/:id': async ({ db, user, params }) => {
    const deleted = await db
      .deleteFrom('bookmarks')
      .where('id', '=', params.id)
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (deleted.numDeletedRows === 0n) throw new AppError('not_found');
    return null;
  },
};

function asBookmark({ user_id: _owner, position, ...row }: Row): Bookmark {
  return { ...row, position: position === null ? null : JSON.parse(position) };
}

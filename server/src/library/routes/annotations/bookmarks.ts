import { randomUUID } from 'node:crypto';
import type { annotationRoutes, Bookmark } from '@lectern/shared-contracts/api/annotations.ts';
import { type Selectable, sql } from 'kysely';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { bytesOf, requireRoom } from '../../../store/bounds.ts';
import { pageAnswer, readPage } from '../../../store/paging/pages.ts';
import { addOnce } from '../../../store/rows.ts';
import type { BookmarksTable } from '../../../store/schema.ts';
import { ownBook } from '../../books/ownBook.ts';
import { replacedValues } from '../../conflicts/keepReplaced.ts';

type Key = Extract<keyof typeof annotationRoutes, `${string}bookmark${string}`>;
type Row = Selectable<BookmarksTable>;

const inReadingOrder = {
  order: [
    { by: 'page', type: 'number' },
    { by: 'id', type: 'text' },
  ],
  direction: 'asc',
  bytes: sql<number>`bytes`,
} as const;

export const bookmarkHandlers: RouteHandlers<Key> = {
  'GET /books/:id/bookmarks': async ({ db, user, params, query }) => {
    await ownBook(db, user.id, params.id);
    const from = db.selectFrom('bookmarks').where('user_id', '=', user.id).where('book_id', '=', params.id);
    const page = await readPage(query, { from, ...inReadingOrder }, (rows) => rows.map(asBookmark));
    return pageAnswer(page);
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
    const existing = await ofBook.where('page', '=', body.page).executeTakeFirst();
    if (existing) {
      const replaced = replacedValues(existing, { ...set, basis: body.basis });
      await requireRoom(db, user.id, 'bookmarks', { rows: 0, bytes: sizeOf(set) - existing.bytes });
      await db.updateTable('bookmarks').set(set).where('id', '=', existing.id).execute();
      return { ...asBookmark({ ...existing, ...set }), ...replaced };
    }
    const row = {
      id: body.id ?? randomUUID(),
      user_id: user.id,
      book_id: params.id,
      page: body.page,
      ...set,
    };
    await requireRoom(db, user.id, 'bookmarks', { id: row.id, bytes: sizeOf(set) });
    await addOnce(db, 'bookmarks', row);
    const stored = await ofBook.where('id', '=', row.id).executeTakeFirst();
    if (!stored) throw new AppError('not_found');
    // The id exists on another page: the bookmark was moved.
    if (stored.page !== body.page) {
      await requireRoom(db, user.id, 'bookmarks', { rows: 0, bytes: sizeOf(set) - stored.bytes });
      await db.updateTable('bookmarks').set(row).where('id', '=', row.id).execute();
      return asBookmark(row);
    }
    return asBookmark(stored);
  },

  'DELETE /bookmarks/:id': async ({ db, user, params, query: { book_id = '', page = -1 } }) => {
    const deleted = await db
      .deleteFrom('bookmarks')
      .where('user_id', '=', user.id)
      .where((eb) =>
        eb.or([eb('id', '=', params.id), eb.and([eb('book_id', '=', book_id), eb('page', '=', page)])]),
      )
      .executeTakeFirst();
    if (deleted.numDeletedRows === 0n) throw new AppError('not_found');
    return null;
  },
};

const sizeOf = ({ label, position }: Pick<Row, 'label' | 'position'>) => bytesOf(label, position);

type Stored = Omit<Row, 'bytes'> & { bytes?: number };

export function asBookmark({ user_id: _owner, bytes: _bytes, position, ...row }: Stored): Bookmark {
  return { ...row, position: position === null ? null : JSON.parse(position) };
}

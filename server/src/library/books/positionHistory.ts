import { randomUUID } from 'node:crypto';
import type { PastPlace } from '@lectern/shared-contracts/api/books.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../store/db.ts';
import type { ProgressTable } from '../../store/schema.ts';

/** Past positions kept per book. */
const maxPositions = 20;

/** Records a past position, so that a jump can be undone. Each page is listed once, at its latest visit. */
export async function recordPosition(db: Db, place: Selectable<ProgressTable>, now: Date): Promise<void> {
  const { user_id, book_id, current_page, total_pages, percentage, position, device, updated_at } = place;
  const ofBook = db
    .selectFrom('position_history')
    .where('user_id', '=', user_id)
    .where('book_id', '=', book_id);
  const newest = await ofBook.select('left_at').orderBy('left_at', 'desc').limit(1).executeTakeFirst();
  const leftAt = Math.max(now.getTime(), newest ? Date.parse(newest.left_at) + 1 : 0);
  await db
    .deleteFrom('position_history')
    .where('user_id', '=', user_id)
    .where('book_id', '=', book_id)
    .where('current_page', '=', current_page)
    .execute();
  await db
    .insertInto('position_history')
    .values({
      id: randomUUID(),
      user_id,
      book_id,
      current_page,
      total_pages,
      percentage,
      position,
      device,
      updated_at,
      left_at: new Date(leftAt).toISOString(),
    })
    .execute();
  const old = await ofBook
    .select('id')
    .orderBy('left_at', 'desc')
    .limit(maxPositions * 2)
    .offset(maxPositions)
    .execute();
  if (old.length > 0)
    await db
      .deleteFrom('position_history')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute();
}

/** Latest first. */
export async function pastPositions(db: Db, userId: string, bookId: string): Promise<PastPlace[]> {
  const rows = await db
    .selectFrom('position_history')
    .select(['id', 'current_page', 'total_pages', 'percentage', 'position', 'device', 'updated_at'])
    .where('user_id', '=', userId)
    .where('book_id', '=', bookId)
    .orderBy('left_at', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, position: row.position === null ? null : JSON.parse(row.position) }));
}

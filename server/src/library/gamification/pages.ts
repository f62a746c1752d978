import { minSecondsPerPage, pointsFor } from '@lectern/shared-contracts/domain/gamification/points.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { credit, paidOn } from './ledger.ts';
import { userCalendarOf } from './userCalendar.ts';

/**
 * Pays for pages when stored progress increases. Jumping ahead is not reading: payment is limited by the time since
 * the last one, by the pages of the book and by the daily limit. One ledger row per book and day. Call it in the
 * transaction that stores the progress.
 */
export async function creditPages(
  db: Db,
  services: Pick<Services, 'now'>,
  read: { userId: string; bookId: string; from: number; to: number },
): Promise<number> {
  const { userId, bookId } = read;
  const turned = Math.floor(read.to) - Math.max(0, Math.floor(read.from));
  if (!(turned > 0)) return 0;
  const book = await db
    .selectFrom('books')
    .select(['page_count', 'created_at'])
    .where('id', '=', bookId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!book) return 0;
  const calendar = await userCalendarOf(db, userId, services.now());
  const paid = await db
    .selectFrom('points')
    .select((eb) => [
      eb.fn.max('created_at').as('last'),
      eb.fn
        .sum<number>(eb.case().when('book_id', '=', bookId).then(eb.ref('points')).else(0).end())
        .as('ofBook'),
    ])
    .where('user_id', '=', userId)
    .where('action', '=', 'page_read')
    .executeTakeFirst();
  const idle = (calendar.now.getTime() - Date.parse(paid?.last ?? book.created_at)) / 1_000;
  const possible = Math.max(1, Math.floor(idle / minSecondsPerPage));
  const leftInBook = Math.max(0, book.page_count - Number(paid?.ofBook ?? 0));
  const today = await paidOn(db, userId, 'page_read', calendar.today);
  const points = pointsFor('page_read', Math.min(turned, possible, leftInBook), today.points);
  if (points === 0) return 0;

  const event = `${bookId}:${calendar.today}`;
  const raised = await db
    .updateTable('points')
    .set((eb) => ({ points: eb('points', '+', points), created_at: calendar.now.toISOString() }))
    .where('user_id', '=', userId)
    .where('action', '=', 'page_read')
    .where('event', '=', event)
    .executeTakeFirst();
  if (raised.numUpdatedRows > 0n) return points;
  return credit(
    db,
    userId,
    [{ action: 'page_read', event, points, bookId, day: calendar.today }],
    calendar.now,
  );
}

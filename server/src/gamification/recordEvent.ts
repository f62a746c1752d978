import { isPaidAction, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { credit } from './ledger.ts';
import { type Recomputed, recompute } from './recompute.ts';
import { type UserCalendar, userCalendarOf } from './userCalendar.ts';

/**
 * Something is said to have happened. What happens once a day is proven by the reader being here now, and is written
 * down for today by the reader's own clock; everything else is looked up in the store, whatever was said.
 */
export async function recordEvent(
  db: Db,
  services: Pick<Services, 'now'>,
  event: { userId: string; action: string },
): Promise<Recomputed & { calendar: UserCalendar }> {
  const calendar = await userCalendarOf(db, event.userId, services.now());
  let credited = 0;
  if (isPaidAction(event.action) && ruleOf(event.action).per === 'day') {
    const { points } = ruleOf(event.action);
    credited = await credit(
      db,
      calendar.userId,
      [{ action: event.action, event: calendar.today, points, day: calendar.today }],
      calendar.now,
    );
  }
  const recomputed = await recompute(db, calendar);
  return { ...recomputed, credited: credited + recomputed.credited, calendar };
}

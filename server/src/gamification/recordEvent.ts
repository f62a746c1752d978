import { isPaidAction, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { credit } from './ledger.ts';
import { type Recomputed, recompute } from './recompute.ts';
import { type UserCalendar, userCalendarOf } from './userCalendar.ts';

/**
 * Handles a reported event. Daily check-ins are recorded for today by the user's clock; everything else is recomputed
 * from stored data, whatever was reported.
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

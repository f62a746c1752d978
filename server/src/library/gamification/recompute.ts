import type { Achievement } from '@lectern/shared-contracts/api/gamification.ts';
import type { AchievementFacts } from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import { isPaidAction, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { award, withdraw } from './award.ts';
import { achievementFacts } from './facts.ts';
import { recomputeGoals } from './goals.ts';
import { credit } from './ledger.ts';
import { type ReadingDay, readingDays } from './readingDays.ts';
import { reconcile } from './reconcile.ts';
import { recomputeSessions } from './sessionCredits.ts';
import { type UserCalendar, userCalendarOf } from './userCalendar.ts';

export interface Recomputed {
  credited: number;
  unlocked: Achievement[];
  /** The facts it was computed from, so that callers need not count again. */
  facts: AchievementFacts;
  days: readonly ReadingDay[];
}

/**
 * Updates points, goals and achievements from the stored data. Idempotent.
 * @param corrected days on which a session was corrected or removed, so that goals may no longer be reached
 */
export async function recompute(
  db: Db,
  calendar: UserCalendar,
  corrected: ReadonlySet<string> = new Set(),
): Promise<Recomputed> {
  const events = await reconcile(db, calendar);
  const sessions = await recomputeSessions(db, calendar);
  const touched = new Set([...sessions.days, ...corrected]);
  const days = await readingDays(db, calendar.userId, { since: calendar.since });
  const goals = await recomputeGoals(db, calendar, { days, touched, mayDecrease: corrected.size > 0 });
  const facts = await achievementFacts(db, calendar, days);
  if (corrected.size > 0) await withdraw(db, calendar, facts);
  const { paid, unlocked } = await award(db, calendar, facts);
  return { credited: events + sessions.paid + goals + paid, unlocked, facts, days };
}

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

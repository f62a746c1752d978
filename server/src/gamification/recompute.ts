import type { Achievement } from '@lectern/shared-contracts/api/gamification.ts';
import type { AchievementFacts } from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import type { Db } from '../store/db.ts';
import { award, withdraw } from './award.ts';
import { achievementFacts } from './facts.ts';
import { recomputeGoals } from './goals.ts';
import { type ReadingDay, readingDays } from './readingDays.ts';
import { reconcile } from './reconcile.ts';
import { recomputeSessions } from './sessionCredits.ts';
import type { UserCalendar } from './userCalendar.ts';

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

import type { Achievement } from '@lectern/shared-contracts/api/gamification.ts';
import type { AchievementFacts } from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import type { Db } from '../store/db.ts';
import { award, withdraw } from './award.ts';
import { achievementFacts } from './facts.ts';
import { settleGoals } from './goals.ts';
import type { Reader } from './reader.ts';
import { type ReadingDay, readingDays } from './readingDays.ts';
import { reconcile } from './reconcile.ts';
import { settleSessions } from './sessionCredits.ts';

export interface Settled {
  credited: number;
  unlocked: Achievement[];
  /** What it was judged by; whoever shows it need not count again. */
  facts: AchievementFacts;
  days: readonly ReadingDay[];
}

/**
 * Brings points, goals and achievements up to what the store says. Doing it again changes nothing.
 * @param corrected days on which a session was corrected or taken out: there, what was reached may be so no longer.
 */
export async function settle(
  db: Db,
  reader: Reader,
  corrected: ReadonlySet<string> = new Set(),
): Promise<Settled> {
  const events = await reconcile(db, reader);
  const sessions = await settleSessions(db, reader);
  const touched = new Set([...sessions.days, ...corrected]);
  const goals = await settleGoals(db, reader, { touched, mayFall: corrected.size > 0 });
  const days = await readingDays(db, reader.userId, { since: reader.since });
  const facts = await achievementFacts(db, reader, days);
  if (corrected.size > 0) await withdraw(db, reader, facts);
  const { paid, unlocked } = await award(db, reader, facts);
  return { credited: events + sessions.paid + goals + paid, unlocked, facts, days };
}

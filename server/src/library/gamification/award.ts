import type { Achievement } from '@lectern/shared-contracts/api/gamification.ts';
import {
  type AchievementFacts,
  type AchievementRule,
  achievementRules,
  isEarned,
  progressTowards,
} from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import type { Db } from '../../store/db.ts';
import { correctEntry, credit, entryOf } from './ledger.ts';
import type { UserCalendar } from './userCalendar.ts';

/** Unlocks earned achievements, each once, and pays their points. */
export async function award(
  db: Db,
  calendar: UserCalendar,
  facts: AchievementFacts,
): Promise<{ paid: number; unlocked: Achievement[] }> {
  const before = await unlockedAt(db, calendar.userId);
  const earned = achievementRules.filter((rule) => !before.has(rule.id) && isEarned(rule, facts));
  if (earned.length === 0) return { paid: 0, unlocked: [] };
  const now = calendar.now.toISOString();
  const inserted = await db
    .insertInto('unlocked')
    .values(earned.map(({ id }) => ({ user_id: calendar.userId, achievement_id: id, unlocked_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'achievement_id']).doNothing())
    .returning('achievement_id')
    .execute();
  let paid = 0;
  for (const { id, points } of earned) {
    const entry = await entryOf(db, calendar.userId, 'achievement', id);
    // An entry with zero points was withdrawn and has been earned again.
    if (entry?.points === 0) await correctEntry(db, entry.id, { points, day: calendar.today });
    paid +=
      entry?.points === 0
        ? points
        : await credit(
            db,
            calendar.userId,
            [{ action: 'achievement', event: id, points, day: calendar.today }],
            calendar.now,
          );
  }
  const fresh = new Set(inserted.map((row) => row.achievement_id));
  return {
    paid,
    unlocked: earned.filter(({ id }) => fresh.has(id)).map((rule) => asAchievement(rule, facts, now)),
  };
}

/**
 * Withdraws achievements that depended on a corrected session, such as a marathon that was a forgotten timer. Those
 * for books, notes and highlights stay.
 */
export async function withdraw(db: Db, calendar: UserCalendar, facts: AchievementFacts): Promise<void> {
  const unlocked = await unlockedAt(db, calendar.userId);
  for (const rule of achievementRules) {
    if (!bySessions.has(rule.id) || !unlocked.has(rule.id) || isEarned(rule, facts)) continue;
    await db
      .deleteFrom('unlocked')
      .where('user_id', '=', calendar.userId)
      .where('achievement_id', '=', rule.id)
      .execute();
    const entry = await entryOf(db, calendar.userId, 'achievement', rule.id);
    if (entry) await correctEntry(db, entry.id, { points: 0, day: entry.day ?? calendar.today });
  }
}

const bySessions: ReadonlySet<string> = new Set([
  'early_bird',
  'night_owl',
  'speed_reader',
  'marathon_reader',
  'streak_3',
  'streak_7',
  'streak_30',
]);

/** All achievements with their progress. */
export async function achievementsOf(
  db: Db,
  calendar: UserCalendar,
  facts: AchievementFacts,
): Promise<Achievement[]> {
  const earned = await unlockedAt(db, calendar.userId);
  return achievementRules.map((rule) => asAchievement(rule, facts, earned.get(rule.id) ?? null));
}

function asAchievement(rule: AchievementRule, facts: AchievementFacts, unlocked: string | null): Achievement {
  const { id, title, description, points, icon, target } = rule;
  // Books may be deleted later; an unlocked achievement keeps its progress.
  const progress = unlocked === null ? progressTowards(rule, facts) : target;
  return { id, title, description, points, icon, target, progress, unlockedAt: unlocked };
}

async function unlockedAt(db: Db, userId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('unlocked')
    .select(['achievement_id', 'unlocked_at'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map((row) => [row.achievement_id, row.unlocked_at]));
}

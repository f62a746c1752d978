import type { Achievement } from '@lectern/shared-contracts/api/gamification.ts';
import {
  type AchievementFacts,
  type AchievementRule,
  achievementRules,
  isEarned,
  progressTowards,
} from '@lectern/shared-contracts/domain/achievements.ts';
import type { Db } from '../services.ts';
import { achievementFacts } from './facts.ts';
import { credit } from './ledger.ts';
import type { Reader } from './reader.ts';

/** Unlocks what has been earned, each once for good, and pays it. */
export async function award(db: Db, reader: Reader): Promise<{ paid: number; unlocked: Achievement[] }> {
  const facts = await achievementFacts(db, reader);
  const before = await unlockedAt(db, reader.userId);
  const earned = achievementRules.filter((rule) => !before.has(rule.id) && isEarned(rule, facts));
  if (earned.length === 0) return { paid: 0, unlocked: [] };
  const now = reader.now.toISOString();
  const inserted = await db
    .insertInto('unlocked')
    .values(earned.map(({ id }) => ({ user_id: reader.userId, achievement_id: id, unlocked_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'achievement_id']).doNothing())
    .returning('achievement_id')
    .execute();
  const credits = earned.map(({ id, points }) => ({ action: 'achievement' as const, event: id, points }));
  const paid = await credit(db, reader.userId, credits, reader.now);
  const fresh = new Set(inserted.map((row) => row.achievement_id));
  return {
    paid,
    unlocked: earned.filter(({ id }) => fresh.has(id)).map((rule) => asAchievement(rule, facts, now)),
  };
}

/** All fifteen, earned or not, with how far towards each. */
export async function achievementsOf(db: Db, reader: Reader): Promise<Achievement[]> {
  const facts = await achievementFacts(db, reader);
  const earned = await unlockedAt(db, reader.userId);
  return achievementRules.map((rule) => asAchievement(rule, facts, earned.get(rule.id) ?? null));
}

function asAchievement(rule: AchievementRule, facts: AchievementFacts, unlocked: string | null): Achievement {
  const { id, title, description, points, icon, target } = rule;
  // Books may be deleted later: what was earned stays earned.
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

import type { Achievement } from '@lectern/shared-contracts/api/gamification.ts';
import {
  type AchievementFacts,
  type AchievementRule,
  achievementRules,
  isEarned,
  progressTowards,
} from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import { minSecondsPerPage } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { daysBefore } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { sql } from 'kysely';
import type { Db } from '../../store/db.ts';
import { listRows, removeRows } from '../../store/rows.ts';
import { credit, dropEntries } from './ledger.ts';
import { minSessionSeconds, type ReadingDay } from './readingDays.ts';
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
  const credits = earned.map(({ id, points }) => ({
    action: 'achievement' as const,
    event: id,
    points,
    day: calendar.today,
  }));
  const paid = await credit(db, calendar.userId, credits, calendar.now);
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
  const lost = achievementRules
    .filter((rule) => bySessions.has(rule.id) && unlocked.has(rule.id) && !isEarned(rule, facts))
    .map(({ id }) => id);
  if (lost.length === 0) return;
  await removeRows(db, 'unlocked', { user_id: calendar.userId, achievement_id: lost });
  await dropEntries(db, calendar.userId, ['achievement'], lost);
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
  const rows = await listRows(db, 'unlocked', { user_id: userId }, ['achievement_id', 'unlocked_at']);
  return new Map(rows.map((row) => [row.achievement_id, row.unlocked_at]));
}

/** Local hours, two digits. */
const earlyUntil = '08';
const lateFrom = '22';

/** Counts that the rules of achievements are evaluated on. */
export async function achievementFacts(
  db: Db,
  { userId, since, now }: UserCalendar,
  days: readonly ReadingDay[],
): Promise<AchievementFacts> {
  const counts = await countsOf(db, userId);
  const hour = (column: 'local_start' | 'local_end') => sql`substr(${sql.ref(column)}, 12, 2)`;
  const sessions = await db
    .selectFrom('reading_sessions')
    .select((eb) => [
      eb.fn.max<number | null>('seconds').as('longest'),
      sql<
        number | null
      >`max(case when pages_read < seconds / ${sql.lit(minSecondsPerPage)} then pages_read else seconds / ${sql.lit(minSecondsPerPage)} end)`.as(
        'pages',
      ),
      sql<number>`sum(case when ${hour('local_start')} < ${earlyUntil} then 1 else 0 end)`.as('early'),
      sql<number>`sum(case when ${hour('local_start')} >= ${lateFrom} or ${hour('local_end')} >= ${lateFrom} or substr(local_start, 1, 10) < substr(local_end, 1, 10) then 1 else 0 end)`.as(
        'late',
      ),
    ])
    .where('user_id', '=', userId)
    .where('seconds', '>=', minSessionSeconds)
    .where('started_at', '>=', since.toISOString())
    .where('ended_at', '<=', now.toISOString())
    .executeTakeFirst();
  return {
    booksUploaded: Number(counts?.uploaded ?? 0),
    booksCompleted: Number(counts?.completed ?? 0),
    notes: Number(counts?.notes ?? 0),
    highlights: Number(counts?.highlights ?? 0),
    longestSession: Number(sessions?.longest ?? 0),
    mostPagesInASession: Number(sessions?.pages ?? 0),
    longestStreak: longestRun(days.filter(({ counting }) => counting > 0).map(({ day }) => day)),
    earlySessions: Number(sessions?.early ?? 0),
    lateSessions: Number(sessions?.late ?? 0),
  };
}

/** Longest run of consecutive days. */
function longestRun(days: readonly string[]): number {
  const read = new Set(days);
  let longest = 0;
  for (const day of read) {
    if (read.has(daysBefore(day, -1))) continue;
    let length = 1;
    while (read.has(daysBefore(day, length))) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** Books, notes and highlights of a reader, counted in one statement. */
function countsOf(db: Db, userId: string) {
  const countIn = (table: 'notes' | 'highlights') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId);
  return (
    db
      .selectFrom('books')
      .select((eb) => [
        eb.fn.count<number>('sha256').as('uploaded'),
        eb.fn.sum<number>('completed').as('completed'),
        countIn('notes').as('notes'),
        countIn('highlights').as('highlights'),
      ])
      .where('user_id', '=', userId)
      // A book without a file came by a list from elsewhere: it was not read here.
      .where('format', '!=', 'none')
      .executeTakeFirst()
  );
}

import type { AchievementFacts } from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import { minSecondsPerPage } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { daysBefore } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { sql } from 'kysely';
import type { Db } from '../store/db.ts';
import { minSessionSeconds, type ReadingDay, readingDays } from './readingDays.ts';
import type { UserCalendar } from './userCalendar.ts';

/** Local hours, two digits. */
const earlyUntil = '08';
const lateFrom = '22';

/** Counts that the rules of achievements are evaluated on. */
export async function achievementFacts(
  db: Db,
  { userId, since, now }: UserCalendar,
  /** The user's reading days, when they have been loaded already. */
  known?: readonly ReadingDay[],
): Promise<AchievementFacts> {
  const books = await db
    .selectFrom('books')
    .select((eb) => [
      eb.fn.count<number>('sha256').as('uploaded'),
      eb.fn.sum<number>('completed').as('completed'),
    ])
    .where('user_id', '=', userId)
    // Books without a file were imported, not read here.
    .where('format', '!=', 'none')
    .executeTakeFirst();
  const [notes, highlights] = [await countOf(db, 'notes', userId), await countOf(db, 'highlights', userId)];
  const days = known ?? (await readingDays(db, userId, { since }));
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
    booksUploaded: Number(books?.uploaded ?? 0),
    booksCompleted: Number(books?.completed ?? 0),
    notes,
    highlights,
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

async function countOf(db: Db, table: 'notes' | 'highlights', userId: string): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

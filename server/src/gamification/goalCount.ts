import type { GoalUnit, Period } from '@lectern/shared-contracts/domain/gamification/goals.ts';
import { daysBefore } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { sql } from 'kysely';
import type { Db } from '../store/db.ts';
import { type ReadingDay, readingDays } from './readingDays.ts';
import type { UserCalendar } from './userCalendar.ts';

export interface GoalSpan {
  /** Null for a goal without a period. */
  period: Period | null;
  /** For a goal without a period: earlier reading does not count. */
  since: Date;
  /** Deadline: later reading does not count. */
  until: Date | null;
}

/**
 * How far a goal is. Minutes and pages are whole, and those of the statistics.
 * @param loadedDays all days of the reader, where they have been counted already
 */
export async function countTowards(
  db: Db,
  calendar: UserCalendar,
  unit: GoalUnit,
  span: GoalSpan,
  loadedDays?: readonly ReadingDay[],
): Promise<number> {
  if (unit === 'books') return booksCompleted(db, calendar, span);
  const { period, since, until } = span;
  const days =
    loadedDays !== undefined && period !== null && until === null
      ? loadedDays.filter(({ day }) => day >= period.first && day <= period.last)
      : await readingDays(db, calendar.userId, {
          ...(period === null ? { from: since } : { first: period.first, last: period.last }),
          ...(until === null ? {} : { until }),
        });
  const sum = (unitOfDay: 'seconds' | 'pages') => days.reduce((total, day) => total + day[unitOfDay], 0);
  return unit === 'minutes' ? Math.floor(sum('seconds') / 60) : sum('pages');
}

async function booksCompleted(
  db: Db,
  { userId, local }: UserCalendar,
  { period, since, until }: GoalSpan,
): Promise<number> {
  const from = period === null ? since : local.startOf(period.first);
  let rows = db
    .selectFrom('books')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where('completed', '=', 1)
    .where('format', '!=', 'none')
    .where('completed_at', '>=', from.toISOString());
  if (period !== null)
    rows = rows.where('completed_at', '<', local.startOf(daysBefore(period.last, -1)).toISOString());
  if (until !== null) rows = rows.where('completed_at', '<=', until.toISOString());
  return Number((await rows.executeTakeFirst())?.count ?? 0);
}

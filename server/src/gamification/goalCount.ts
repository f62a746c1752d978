import type { GoalUnit, Period } from '@lectern/shared-contracts/domain/gamification/goals.ts';
import { daysBefore } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { sql } from 'kysely';
import type { Db } from '../store/db.ts';
import type { UserCalendar } from './userCalendar.ts';

export interface GoalSpan {
  /** Calendar days; null for a goal that is reached once. */
  period: Period | null;
  /** Of a goal without a period: what was done before it was set is not counted. */
  since: Date;
  /** The deadline: what is done later is not counted. */
  until: Date | null;
}

/** How far a goal is. Minutes and pages are whole; a session belongs to the day on which it ended. */
export async function countTowards(
  db: Db,
  calendar: UserCalendar,
  unit: GoalUnit,
  span: GoalSpan,
): Promise<number> {
  if (unit === 'minutes') return Math.floor((await ofSessions(db, calendar, 'seconds', span)) / 60);
  if (unit === 'books') return booksCompleted(db, calendar, span);
  // With a session running or without: the greater of what sessions and what stored progress know of.
  return Math.max(await ofSessions(db, calendar, 'pages_read', span), await pagesPaid(db, calendar, span));
}

async function ofSessions(
  db: Db,
  { userId }: UserCalendar,
  column: 'seconds' | 'pages_read',
  { period, since, until }: GoalSpan,
): Promise<number> {
  let rows = db
    .selectFrom('reading_sessions')
    .select((eb) => eb.fn.sum<number>(column).as('sum'))
    .where('user_id', '=', userId);
  if (period === null) rows = rows.where('ended_at', '>=', since.toISOString());
  else rows = rows.where('local_end', '>=', period.first).where('local_end', '<=', `${period.last}T24`);
  if (until !== null) rows = rows.where('ended_at', '<=', until.toISOString());
  return Number((await rows.executeTakeFirst())?.sum ?? 0);
}

async function pagesPaid(
  db: Db,
  { userId }: UserCalendar,
  { period, since, until }: GoalSpan,
): Promise<number> {
  let rows = db
    .selectFrom('points')
    .select((eb) => eb.fn.sum<number>('points').as('sum'))
    .where('user_id', '=', userId)
    .where('action', '=', 'page_read');
  if (period === null) rows = rows.where('created_at', '>=', since.toISOString());
  else rows = rows.where('day', '>=', period.first).where('day', '<=', period.last);
  if (until !== null) rows = rows.where('created_at', '<=', until.toISOString());
  return Number((await rows.executeTakeFirst())?.sum ?? 0);
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

import { createHash } from 'node:crypto';
import type { Goal } from '@lectern/shared-contracts/api/gamification.ts';
import {
  defaultGoal,
  type GoalType,
  type GoalUnit,
  goalsPaidPerDay,
  type Period,
  periodOf,
} from '@lectern/shared-contracts/domain/gamification/goals.ts';
import { daysBefore } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import type { Db } from '../../store/db.ts';
import { countOf } from '../../store/ownRows.ts';
import { addOnce } from '../../store/rows.ts';
import type { GoalsTable } from '../../store/schema.ts';
import { finishedBooks } from '../books/finishedBooks.ts';
import { credit, creditedAmong, dropEntries, paidOn } from './ledger.ts';
import { type ReadingDay, readingDays } from './readingDays.ts';
import type { UserCalendar } from './userCalendar.ts';

type GoalRow = GoalsTable;

/** The id of a user's default goal is deterministic, so that it is created only once. */
export function defaultGoalId(userId: string): string {
  const hex = createHash('sha256').update(`default goal of ${userId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The reader's goals, oldest first, counted now; the default one is made when it is not there.
 * @param days all days of the reader
 */
export async function goalsOf(db: Db, calendar: UserCalendar, days: readonly ReadingDay[]): Promise<Goal[]> {
  const goals: Goal[] = [];
  for (const row of await goalRows(db, calendar)) goals.push(await counted(db, calendar, row, days));
  return goals;
}

/** One goal with its progress; null when it is not the user's. */
export async function goalOf(db: Db, calendar: UserCalendar, id: string): Promise<Goal | null> {
  const row = (await goalRows(db, calendar)).find((candidate) => candidate.id === id);
  return row ? counted(db, calendar, row) : null;
}

interface Reading {
  /** All days of the reader. */
  days: readonly ReadingDay[];
  /** Calendar days on which reading was added or changed; today is always looked at. */
  touched: ReadonlySet<string>;
  /** Whether sessions were corrected, so that goals may no longer be reached. */
  mayDecrease: boolean;
}

/**
 * Marks reached goals and pays them once per period. Reading done offline is evaluated for each of its days.
 * @returns new points
 */
export async function recomputeGoals(db: Db, calendar: UserCalendar, reading: Reading): Promise<number> {
  const goals = (await goalRows(db, calendar)).flatMap((row) => periodsOf(calendar, row, reading.touched));
  const events = goals.map(({ event }) => event);
  const credited = await creditedAmong(db, calendar.userId, 'goal_reached', events);
  let paid = 0;
  for (const goal of goals) paid += await settlePeriod(db, calendar, goal, credited.has(goal.event), reading);
  return paid;
}

/** A goal in one of its periods, and the name of having reached it then. */
interface GoalPeriod {
  row: GoalRow;
  period: Period | null;
  event: string;
}

/** The periods of a goal that have to be looked at. */
function periodsOf(calendar: UserCalendar, row: GoalRow, touched: ReadonlySet<string>): GoalPeriod[] {
  const began = calendar.local.day(row.created_at);
  const days = [...touched].filter((day) => day >= began && day <= calendar.today);
  const periods = new Map<string, Period | null>();
  for (const day of [...days, calendar.today].sort()) {
    const period = periodOf(row.type as GoalType, day);
    periods.set(period?.first ?? 'once', period);
  }
  return [...periods].map(([name, period]) => ({ row, period, event: `${row.id}:${name}` }));
}

async function settlePeriod(
  db: Db,
  calendar: UserCalendar,
  { row, period, event }: GoalPeriod,
  isCredited: boolean,
  { days, mayDecrease }: Reading,
): Promise<number> {
  // Reached stays reached, unless the sessions that it rested on were corrected.
  if (isCredited && (!mayDecrease || row.unit === 'books')) return 0;
  const reached = (await current(db, calendar, row, period, days)) >= row.target;
  if (!isCredited && !reached) return 0;
  const day = period === null || period.last > calendar.today ? calendar.today : period.last;
  await mark(db, calendar, row, period, reached);
  if (!isCredited) {
    const points = await reward(db, calendar, row, day);
    return credit(db, calendar.userId, [{ action: 'goal_reached', event, points, day }], calendar.now);
  }
  return reached ? 0 : -(await dropEntries(db, calendar.userId, ['goal_reached'], [event]));
}

async function reward(db: Db, calendar: UserCalendar, row: GoalRow, day: string): Promise<number> {
  return (await paidOn(db, calendar.userId, 'goal_reached', day)).credits < goalsPaidPerDay ? row.reward : 0;
}

/** Stores when the goal of the current period was reached; for past periods the ledger has it. */
async function mark(
  db: Db,
  calendar: UserCalendar,
  row: GoalRow,
  period: Period | null,
  reached: boolean,
): Promise<void> {
  if (period !== null && (calendar.today < period.first || calendar.today > period.last)) return;
  if (reached && isDone(calendar, row, period)) return;
  const completed_at = reached ? calendar.now.toISOString() : null;
  row.completed_at = completed_at;
  await db.updateTable('goals').set({ completed_at }).where('id', '=', row.id).execute();
}

async function goalRows(db: Db, calendar: UserCalendar): Promise<GoalRow[]> {
  const rows = await db
    .selectFrom('goals')
    .selectAll()
    .where('user_id', '=', calendar.userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const id = defaultGoalId(calendar.userId);
  if (rows.some((row) => row.id === id)) return rows;
  const made: GoalRow = {
    id,
    user_id: calendar.userId,
    ...defaultGoal,
    deadline: null,
    // The default goal counts from the first day, whenever it is created.
    created_at: calendar.since.toISOString(),
    completed_at: null,
  };
  await addOnce(db, 'goals', made);
  return [made, ...rows];
}

async function counted(
  db: Db,
  calendar: UserCalendar,
  row: GoalRow,
  days?: readonly ReadingDay[],
): Promise<Goal> {
  const period = periodOf(row.type as GoalType, calendar.today);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    type: row.type as GoalType,
    unit: row.unit as GoalUnit,
    target: row.target,
    current: await current(db, calendar, row, period, days),
    reward: row.reward,
    deadline: row.deadline,
    createdAt: row.created_at,
    completedAt: isDone(calendar, row, period) ? row.completed_at : null,
  };
}

function isDone({ local }: UserCalendar, { completed_at }: GoalRow, period: Period | null): boolean {
  return completed_at !== null && (period === null || local.day(completed_at) >= period.first);
}

function current(
  db: Db,
  calendar: UserCalendar,
  row: GoalRow,
  period: Period | null,
  days?: readonly ReadingDay[],
): Promise<number> {
  const span = {
    period,
    since: new Date(row.created_at),
    until: row.deadline === null ? null : new Date(row.deadline),
  };
  return countTowards(db, calendar, row.unit as GoalUnit, span, days);
}

interface GoalSpan {
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
async function countTowards(
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
  const span = {
    from: from.toISOString(),
    ...(period === null ? {} : { before: local.startOf(daysBefore(period.last, -1)).toISOString() }),
    ...(until === null ? {} : { until: until.toISOString() }),
  };
  return countOf(finishedBooks(db, userId, span));
}

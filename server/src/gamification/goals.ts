import { createHash } from 'node:crypto';
import type { Goal } from '@lectern/shared-contracts/api/gamification.ts';
import {
  defaultGoal,
  type GoalType,
  type GoalUnit,
  goalsPaidPerDay,
  periodOf,
} from '@lectern/shared-contracts/domain/goals.ts';
import { daysBefore } from '@lectern/shared-contracts/domain/streak.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../services.ts';
import type { GoalsTable } from '../store/schema.ts';
import { credit, paidSince } from './ledger.ts';
import type { Reader } from './reader.ts';

type GoalRow = Selectable<GoalsTable>;

/** The goal every reader begins with has the same id whoever makes it first, so it is made once. */
export function defaultGoalId(userId: string): string {
  const hex = createHash('sha256').update(`default goal of ${userId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The reader's goals, oldest first, counted now; the default one is made when it is not there. */
export async function goalsOf(db: Db, reader: Reader): Promise<Goal[]> {
  const rows = await goalRows(db, reader);
  return Promise.all(rows.map((row) => counted(db, reader, row)));
}

/** One goal, counted now; null when it is not this reader's. */
export async function goalOf(db: Db, reader: Reader, id: string): Promise<Goal | null> {
  const row = (await goalRows(db, reader)).find((candidate) => candidate.id === id);
  return row ? counted(db, reader, row) : null;
}

/** Marks goals that have been reached and pays them, each once a period. @returns points that were new. */
export async function settleGoals(db: Db, reader: Reader): Promise<number> {
  let paid = 0;
  for (const row of await goalRows(db, reader)) {
    const goal = await counted(db, reader, row);
    const late = goal.deadline !== null && Date.parse(goal.deadline) < reader.now.getTime();
    if (goal.completedAt !== null || late || goal.current < goal.target) continue;
    const now = reader.now.toISOString();
    await db.updateTable('goals').set({ completed_at: now }).where('id', '=', row.id).execute();
    const paidToday = await paidSince(db, reader.userId, 'goal_reached', reader.todayBegan);
    const event = `${row.id}:${periodOf(goal.type, reader.today)?.first ?? 'once'}`;
    const points = paidToday.credits < goalsPaidPerDay ? row.reward : 0;
    paid += await credit(db, reader.userId, [{ action: 'goal_reached', event, points }], reader.now);
  }
  return paid;
}

async function goalRows(db: Db, reader: Reader): Promise<GoalRow[]> {
  const rows = await db
    .selectFrom('goals')
    .selectAll()
    .where('user_id', '=', reader.userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const id = defaultGoalId(reader.userId);
  if (rows.some((row) => row.id === id)) return rows;
  const made: GoalRow = {
    id,
    user_id: reader.userId,
    ...defaultGoal,
    deadline: null,
    created_at: reader.now.toISOString(),
    completed_at: null,
  };
  await db
    .insertInto('goals')
    .values(made)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return [made, ...rows];
}

async function counted(db: Db, reader: Reader, row: GoalRow): Promise<Goal> {
  const type = row.type as GoalType;
  const unit = row.unit as GoalUnit;
  const period = periodOf(type, reader.today);
  const from = period === null ? new Date(row.created_at) : reader.local.startOf(period.first);
  const until = period === null ? reader.now : reader.local.startOf(daysBefore(period.last, -1));
  const done =
    row.completed_at !== null && (period === null || Date.parse(row.completed_at) >= from.getTime());
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    type,
    unit,
    target: row.target,
    current: await count(db, reader.userId, unit, from.toISOString(), until.toISOString()),
    reward: row.reward,
    deadline: row.deadline,
    createdAt: row.created_at,
    completedAt: done ? row.completed_at : null,
  };
}

/** Minutes and pages are whole; of sessions the day counts on which they ended. */
async function count(db: Db, userId: string, unit: GoalUnit, from: string, until: string): Promise<number> {
  if (unit === 'minutes') {
    const row = await db
      .selectFrom('reading_sessions')
      .select((eb) => eb.fn.sum<number>('seconds').as('sum'))
      .where('user_id', '=', userId)
      .where('ended_at', '>=', from)
      .where('ended_at', '<=', until)
      .executeTakeFirst();
    return Math.floor(Number(row?.sum ?? 0) / 60);
  }
  if (unit === 'pages') {
    const row = await db
      .selectFrom('points')
      .select((eb) => eb.fn.sum<number>('points').as('sum'))
      .where('user_id', '=', userId)
      .where('action', '=', 'page_read')
      .where('created_at', '>=', from)
      .where('created_at', '<=', until)
      .executeTakeFirst();
    return Number(row?.sum ?? 0);
  }
  const row = await db
    .selectFrom('books')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('completed', '=', 1)
    .where('format', '!=', 'none')
    .where('completed_at', '>=', from)
    .where('completed_at', '<=', until)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

import { randomUUID } from 'node:crypto';
import type { PointsEntry } from '@lectern/shared-contracts/api/gamification.ts';
import type { PaidAction } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { sql } from 'kysely';
import { chunks } from '../../run/common/chunks.ts';
import type { Db } from '../../store/db.ts';
import { type Page, type PageQuery, readPage } from '../../store/paging/pages.ts';
import { listRows } from '../../store/rows.ts';

/** Paid actions: those of the points table, achievements and goals. */
export type LedgerAction = PaidAction | 'achievement' | 'goal_reached';

export interface Credit {
  action: LedgerAction;
  /** Identifies the event; each is paid once. */
  event: string;
  /** May be 0: an event beyond the daily limit is recorded, so that it is not paid later. */
  points: number;
  bookId?: string | null;
  /** The user's local day on which it happened. */
  day: string;
}

const rowsAtOnce = 200;

/** When dropped entries were written, by action and event: corrected ones keep their place in the history. */
export type Since = Map<string, string>;

/**
 * Writes new credits; existing ones are left unchanged.
 * @returns new points
 */
export async function credit(
  db: Db,
  userId: string,
  credits: readonly Credit[],
  now: Date,
  since: Since = new Map(),
): Promise<number> {
  let paid = 0;
  for (const some of chunks(credits, rowsAtOnce)) {
    const inserted = await db
      .insertInto('points')
      .values(
        some.map(({ action, event, points, bookId, day }) => ({
          id: randomUUID(),
          user_id: userId,
          action,
          event,
          points,
          book_id: bookId ?? null,
          created_at: since.get(`${action} ${event}`) ?? now.toISOString(),
          day,
        })),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'action', 'event']).doNothing())
      .returning('points')
      .execute();
    paid += inserted.reduce((sum, row) => sum + row.points, 0);
  }
  return paid;
}

/**
 * Deletes the entries of events that did not happen after all, so that they are paid if they do.
 * @returns their points
 */
export async function dropEntries(
  db: Db,
  userId: string,
  actions: readonly LedgerAction[],
  events: readonly string[],
  since: Since = new Map(),
): Promise<number> {
  let dropped = 0;
  for (const some of chunks(events, rowsAtOnce)) {
    const rows = await db
      .deleteFrom('points')
      .where('user_id', '=', userId)
      .where('action', 'in', actions)
      .where('event', 'in', some)
      .returning(['action', 'event', 'points', 'created_at'])
      .execute();
    for (const { action, event, created_at } of rows) since.set(`${action} ${event}`, created_at);
    dropped += rows.reduce((sum, { points }) => sum + points, 0);
  }
  return dropped;
}

/** How many credits of an action were paid for a calendar day, and the points they came to. */
export async function paidOn(
  db: Db,
  userId: string,
  action: LedgerAction,
  day: string,
): Promise<{ credits: number; points: number }> {
  const row = await db
    .selectFrom('points')
    .select((eb) => [eb.fn.countAll<number>().as('credits'), eb.fn.sum<number>('points').as('points')])
    .where('user_id', '=', userId)
    .where('action', '=', action)
    .where('points', '>', 0)
    .where('day', '=', day)
    .executeTakeFirst();
  return { credits: Number(row?.credits ?? 0), points: Number(row?.points ?? 0) };
}

/** Those of the events that have been credited. */
export async function creditedAmong(
  db: Db,
  userId: string,
  action: LedgerAction,
  events: readonly string[],
): Promise<Set<string>> {
  const credited = new Set<string>();
  for (const some of chunks(events, rowsAtOnce)) {
    const rows = await listRows(db, 'points', { user_id: userId, action, event: some }, ['event']);
    for (const { event } of rows) credited.add(event);
  }
  return credited;
}

/** Credits, newest first. */
export function history(db: Db, userId: string, query: PageQuery): Promise<Page> {
  const from = db.selectFrom('points').where('user_id', '=', userId).where('points', '>', 0);
  return readPage(
    query,
    {
      from,
      order: [
        { by: 'created_at', type: 'text' },
        // Credits of a week offline arrive at the same time: sort them by their days.
        { by: sql`coalesce(day, '')`, type: 'text' },
        { by: 'id', type: 'text' },
      ],
      direction: 'desc',
      columns: ['action', 'event', 'day', 'points', 'book_id', 'created_at'],
    },
    (rows): PointsEntry[] => rows,
  );
}

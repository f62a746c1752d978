import { randomUUID } from 'node:crypto';
import type { PointsEntry } from '@lectern/shared-contracts/api/gamification.ts';
import type { PaidAction } from '@lectern/shared-contracts/domain/points.ts';
import type { Db } from '../services.ts';

/** What the ledger pays for beside the actions of the table. */
export type LedgerAction = PaidAction | 'achievement' | 'goal_reached';

export interface Credit {
  action: LedgerAction;
  /** Names the real event; the same one is not paid twice. */
  event: string;
  /** 0 is written too: an event beyond the day's limit has been seen, and is not paid later either. */
  points: number;
  bookId?: string | null;
}

const rowsAtOnce = 200;

/** Writes credits; what the ledger has already is left as it is. @returns the points that were new. */
export async function credit(db: Db, userId: string, credits: readonly Credit[], now: Date): Promise<number> {
  let paid = 0;
  for (let at = 0; at < credits.length; at += rowsAtOnce) {
    const inserted = await db
      .insertInto('points')
      .values(
        credits.slice(at, at + rowsAtOnce).map(({ action, event, points, bookId }) => ({
          id: randomUUID(),
          user_id: userId,
          action,
          event,
          points,
          book_id: bookId ?? null,
          created_at: now.toISOString(),
        })),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'action', 'event']).doNothing())
      .returning('points')
      .execute();
    paid += inserted.reduce((sum, row) => sum + row.points, 0);
  }
  return paid;
}

export async function totalPoints(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('points')
    .select((eb) => eb.fn.sum<number>('points').as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}

/** How many credits of an action were paid since then, and the points they came to. */
export async function paidSince(
  db: Db,
  userId: string,
  action: LedgerAction,
  since: Date,
): Promise<{ credits: number; points: number }> {
  const row = await db
    .selectFrom('points')
    .select((eb) => [eb.fn.countAll<number>().as('credits'), eb.fn.sum<number>('points').as('points')])
    .where('user_id', '=', userId)
    .where('action', '=', action)
    .where('points', '>', 0)
    .where('created_at', '>=', since.toISOString())
    .executeTakeFirst();
  return { credits: Number(row?.credits ?? 0), points: Number(row?.points ?? 0) };
}

/** What was paid, newest first. */
export async function history(db: Db, userId: string, limit: number): Promise<PointsEntry[]> {
  return db
    .selectFrom('points')
    .select(['id', 'action', 'points', 'book_id', 'created_at'])
    .where('user_id', '=', userId)
    .where('points', '>', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

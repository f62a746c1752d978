import { sql } from 'kysely';
import type { Db } from '../store/db.ts';

/** What was read on one calendar day, in the local time of where it was read. */
export interface ReadingDay {
  /** yyyy-mm-dd */
  day: string;
  seconds: number;
  sessions: number;
  pages: number;
  byHand: number;
  /** Sessions that are long enough to be paid for. */
  counting: number;
}

/** Shorter sessions were begun, not completed. */
export const leastSessionSeconds = 60;

/** Days on which something was read, oldest first: counted in the store, a row a day however many sessions. */
export async function readingDays(
  db: Db,
  userId: string,
  { first, last, since }: { first?: string; last?: string; since?: Date } = {},
): Promise<ReadingDay[]> {
  let rows = db
    .selectFrom('reading_sessions')
    .where('user_id', '=', userId)
    .where('local_end', 'is not', null)
    .where('seconds', '>', 0);
  if (first !== undefined) rows = rows.where('local_end', '>=', first);
  // 'T24' is later than any time of that day.
  if (last !== undefined) rows = rows.where('local_end', '<=', `${last}T24`);
  const day = sql<string>`substr(local_end, 1, 10)`;
  const from = since?.toISOString() ?? '';
  const found = await rows
    .select((eb) => [
      day.as('day'),
      eb.fn.sum<number>('seconds').as('seconds'),
      eb.fn.countAll<number>().as('sessions'),
      eb.fn.sum<number>('pages_read').as('pages'),
      eb.fn.sum<number>('by_hand').as('byHand'),
      sql<number>`sum(case when seconds >= ${sql.lit(leastSessionSeconds)} and started_at >= ${from} then 1 else 0 end)`.as(
        'counting',
      ),
    ])
    .groupBy(day)
    .orderBy('day')
    .execute();
  return found.map((row) => ({
    day: row.day,
    seconds: Number(row.seconds),
    sessions: Number(row.sessions),
    pages: Number(row.pages),
    byHand: Number(row.byHand),
    counting: Number(row.counting),
  }));
}

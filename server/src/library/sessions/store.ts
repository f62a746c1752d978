import type { ReadingSession } from '@lectern/shared-contracts/api/sessions.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { bytesOf, requireRoom } from '../../store/bounds.ts';
import type { Db } from '../../store/db.ts';
import { ownRow } from '../../store/ownRows.ts';
import { addRows } from '../../store/rows.ts';
import type { ReadingSessionsTable } from '../../store/schema.ts';
import { isTimeZone, localTime } from '../gamification/userCalendar.ts';

export type SessionRow = Selectable<ReadingSessionsTable>;

/**
 * Inserts a session; a repeated request returns the stored one.
 * @throws AppError limit_reached
 */
export async function insertOnce(db: Db, row: Insertable<ReadingSessionsTable>): Promise<SessionRow> {
  await requireRoom(db, row.user_id, 'reading_sessions', { id: row.id, bytes: sizeOf(row) });
  const inserted = await db
    .insertInto('reading_sessions')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ?? ownRow(db, 'reading_sessions', row.user_id, row.id);
}

/** UTF-8 bytes of its texts. */
export const sizeOf = ({ book_title, notes }: { book_title: string; notes?: string | null | undefined }) =>
  bytesOf(book_title, notes);

/** Keeps the previous version of a corrected session; one that is deleted goes to the bin. */
export async function keepBefore(db: Db, { user_id, bytes: _bytes, ...row }: SessionRow): Promise<void> {
  const by = (field: string) => sql<string>`lectern_write(${sql.lit(field)})`;
  await addRows(db, 'row_history', {
    user_id,
    thing: 'session',
    thing_id: row.id,
    book_id: row.book_id,
    event: 'replaced',
    row: JSON.stringify(row),
    device_id: by('device_id'),
    device: by('device'),
    at: by('at'),
  });
}

export function asSession({
  user_id: _owner,
  local_start: _start,
  local_end: _end,
  settled: _settled,
  device_started_at: _device,
  bytes: _bytes,
  by_hand,
  ...session
}: Omit<SessionRow, 'bytes'> & { bytes?: number }): ReadingSession {
  return { ...session, by_hand: by_hand === 1 };
}

/** The time zone of the device, else the user's. */
export async function timeZoneOf(db: Db, userId: string, reported?: string): Promise<string> {
  if (reported !== undefined && isTimeZone(reported)) return reported;
  const user = await db.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst();
  return user?.time_zone || 'UTC';
}

/** Start and end of a session, with local times. */
export function localTimesOf(
  time_zone: string,
  started_at: string,
  ended_at: string | null,
): {
  time_zone: string;
  started_at: string;
  ended_at: string | null;
  local_start: string;
  local_end: string | null;
} {
  const { wall } = localTime(time_zone);
  return {
    time_zone,
    started_at,
    ended_at,
    local_start: wall(started_at),
    local_end: ended_at === null ? null : wall(ended_at),
  };
}

/** The user's calendar follows the time zone of their latest reading. */
export async function updateTimeZone(
  db: Db,
  userId: string,
  { started_at, time_zone }: { started_at: string; time_zone: string | null },
): Promise<void> {
  if (time_zone === null) return;
  const later = await db
    .selectFrom('reading_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('by_hand', '=', 0)
    .where('started_at', '>', started_at)
    .limit(1)
    .executeTakeFirst();
  if (later) return;
  await db
    .updateTable('users')
    .set({ time_zone })
    .where('id', '=', userId)
    .where('time_zone', '!=', time_zone)
    .execute();
}

import type { Db } from '../../store/db.ts';
import { isTimeZone, localTime } from '../gamification/localTime.ts';

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

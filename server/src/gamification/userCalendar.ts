import type { Db } from '../store/db.ts';
import { type LocalTime, localTime } from './localTime.ts';

/** Whose points are being counted, and at what moment by that reader's own clock. */
export interface UserCalendar {
  userId: string;
  local: LocalTime;
  now: Date;
  /** Local calendar day of `now`, and the moment it began. */
  today: string;
  todayBegan: Date;
  /** Nothing is paid for what is said to have happened before this reader was here. */
  since: Date;
}

export async function userCalendarOf(db: Db, userId: string, now: Date): Promise<UserCalendar> {
  const user = await db
    .selectFrom('users')
    .select(['time_zone', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const local = localTime(user?.time_zone ?? 'UTC');
  const today = local.day(now);
  return {
    userId,
    local,
    now,
    today,
    todayBegan: local.startOf(today),
    since: new Date(user?.created_at ?? now),
  };
}

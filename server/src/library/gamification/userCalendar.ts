import type { Db } from '../../store/db.ts';
import { type LocalTime, localTime } from './localTime.ts';

/** A user, with the current time by their own clock. */
export interface UserCalendar {
  userId: string;
  local: LocalTime;
  now: Date;
  /** Local day of `now`, and when it began. */
  today: string;
  todayBegan: Date;
  /** When the user registered: earlier events are not paid. */
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

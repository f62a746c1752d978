import type { Db } from '../../store/db.ts';
import { findRow } from '../../store/rows.ts';

/** A user, with the current time by their own clock. */
export interface UserCalendar {
  userId: string;
  local: LocalTime;
  now: Date;
  /** Local day of `now`. */
  today: string;
  /** When the user registered: earlier events are not paid. */
  since: Date;
}

export async function userCalendarOf(db: Db, userId: string, now: Date): Promise<UserCalendar> {
  const user = await findRow(db, 'users', { id: userId }, ['time_zone', 'created_at']);
  const local = localTime(user?.time_zone ?? 'UTC');
  const today = local.day(now);
  return {
    userId,
    local,
    now,
    today,
    since: new Date(user?.created_at ?? now),
  };
}

/** Clock and calendar of a time zone. */
export interface LocalTime {
  /** yyyy-mm-dd */
  day(moment: Date | string): string;
  /** yyyy-mm-ddThh:mm:ss in local time. */
  wall(moment: Date | string): string;
  /** When that local day begins. */
  startOf(day: string): Date;
}

/** Formatters are cached: creating one costs more than a thousand calls. */
const formatters = new Map<string, LocalTime>();
/** More than there are zones; limits the memory that invented names can take. */
const maxKept = 700;

/** @param timeZone IANA name; unknown names are treated as UTC */
export function localTime(timeZone: string): LocalTime {
  const cached = formatters.get(timeZone);
  if (cached) return cached;
  const made = makeLocalTime(timeZone);
  if (formatters.size < maxKept) formatters.set(timeZone, made);
  return made;
}

/** Whether the engine knows this time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en-GB', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

function makeLocalTime(timeZone: string): LocalTime {
  const format = formatter(timeZone);
  const wall = (moment: Date | string): string => {
    const parts = Object.fromEntries(
      format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]),
    );
    const { year, month, day, hour, minute, second } = parts;
    return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  };
  /** Offset from UTC in milliseconds. */
  const offset = (moment: Date): number =>
    Date.parse(`${wall(moment)}Z`) - Math.floor(moment.getTime() / 1_000) * 1_000;
  return {
    wall,
    day: (moment) => wall(moment).slice(0, 10),
    startOf: (wanted) => {
      const midnight = Date.parse(`${wanted}T00:00:00Z`);
      // The offset may change around midnight, so compute it twice.
      const guess = new Date(midnight - offset(new Date(midnight)));
      const again = new Date(midnight - offset(guess));
      // Where clocks go forward at midnight, the day begins an hour later.
      return wall(again).slice(0, 10) === wanted ? again : guess;
    },
  };
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timeZone || 'UTC' });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
}

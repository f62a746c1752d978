/** How far back a streak is followed. */
export const STREAK_LOOKBACK_DAYS = 30;

/** By time zone: what writes a date takes a hundred times longer to make than to use. */
const calendars = new Map<string, Intl.DateTimeFormat>();

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone);
  if (known) return known;
  // Swedish writes dates as ISO 8601 does.
  const calendar = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  calendars.set(timeZone, calendar);
  return calendar;
}

/** The calendar day of a moment as YYYY-MM-DD, in the given IANA time zone or the one of this machine. */
export function dayOf(moment: Date, timeZone?: string): string {
  if (timeZone !== undefined) return calendarOf(timeZone).format(moment);
  const [year, month, day] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

/** The calendar day that many days before `day`. */
export function daysBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}

/**
 * Days in a row on which something was read, today or yesterday included; 0 when the last reading was more than one
 * day ago. At most `STREAK_LOOKBACK_DAYS`.
 * @param daysRead days as YYYY-MM-DD, in any order, doubled or not.
 */
export function streakOf(daysRead: Iterable<string>, today: string): number {
  const read = new Set(daysRead);
  const first = read.has(today) ? 0 : 1;
  let streak = 0;
  while (streak < STREAK_LOOKBACK_DAYS && read.has(daysBefore(today, first + streak))) streak += 1;
  return streak;
}

/** How a reader wants the streak to be counted. The default is every day, without rest. */
export interface StreakRule {
  kind: 'daily' | 'weekly';
  /** One missed day in each calendar week (from Monday) does not end the streak. For a daily streak. */
  restDay: boolean;
}

export const defaultStreakRule: StreakRule = { kind: 'daily', restDay: false };

/** Weeks for which a weekly streak is followed. */
export const STREAK_LOOKBACK_WEEKS = 52;

export interface Streak {
  /** Days, or weeks, in a row. Rest days are not counted in it. */
  length: number;
  /** Days on which nothing was read and which did not end it, the latest first. */
  rested: readonly string[];
}

/** The streak by the reader's own rule; by the default rule it is `streakOf`. */
export function streakBy(rule: StreakRule, daysRead: Iterable<string>, today: string): Streak {
  const read = new Set(daysRead);
  if (rule.kind === 'weekly') return { length: weeksInARow(read, today), rested: [] };
  if (!rule.restDay) return { length: streakOf(read, today), rested: [] };
  const rested: string[] = [];
  const spent = new Set<string>();
  let length = 0;
  // A rest counts only once a day that was read stands before it: a streak does not begin with a rest.
  let resting: string | null = null;
  for (let back = read.has(today) ? 0 : 1; back < STREAK_LOOKBACK_DAYS; back += 1) {
    const day = daysBefore(today, back);
    if (read.has(day)) {
      if (resting !== null) rested.push(resting);
      resting = null;
      length += 1;
      continue;
    }
    if (resting !== null || spent.has(mondayOf(day))) break;
    spent.add(mondayOf(day));
    resting = day;
  }
  return { length, rested: length > 0 ? rested : [] };
}

/** The Monday of the week in which a day lies. */
export function mondayOf(day: string): string {
  return daysBefore(day, (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7);
}

function weeksInARow(read: ReadonlySet<string>, today: string): number {
  const weeks = new Set([...read].map(mondayOf));
  const monday = mondayOf(today);
  const first = weeks.has(monday) ? 0 : 1;
  let length = 0;
  while (length < STREAK_LOOKBACK_WEEKS && weeks.has(daysBefore(monday, 7 * (first + length)))) length += 1;
  return length;
}

/** Maximum length of a streak. */
export const STREAK_LOOKBACK_DAYS = 30;

/** Formatters by time zone: creating one is a hundred times slower than using it. */
const calendars = new Map<string, Intl.DateTimeFormat>();

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const cached = calendars.get(timeZone);
  if (cached) return cached;
  // Swedish date format is ISO 8601.
  const calendar = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  calendars.set(timeZone, calendar);
  return calendar;
}

/** The calendar day of a time as YYYY-MM-DD, in the given IANA time zone or the local one. */
export function dayOf(moment: Date, timeZone?: string): string {
  if (timeZone !== undefined) return calendarOf(timeZone).format(moment);
  const [year, month, day] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

/** The day `count` days before `day`. */
export function daysBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}

/**
 * Consecutive days with reading up to today or yesterday; 0 when the last reading is older. At most
 * `STREAK_LOOKBACK_DAYS`.
 * @param daysRead days as YYYY-MM-DD, in any order, possibly with duplicates
 */
export function streakOf(daysRead: Iterable<string>, today: string): number {
  const read = new Set(daysRead);
  const first = read.has(today) ? 0 : 1;
  let streak = 0;
  while (streak < STREAK_LOOKBACK_DAYS && read.has(daysBefore(today, first + streak))) streak += 1;
  return streak;
}

/** How to compute the streak; by default every day, without rest days. */
export interface StreakRule {
  kind: 'daily' | 'weekly';
  /** One missed day per calendar week (from Monday) does not end a daily streak. */
  restDay: boolean;
}

/** Maximum length of a weekly streak. */
export const STREAK_LOOKBACK_WEEKS = 52;

export interface Streak {
  /** Length in days or weeks, without rest days. */
  length: number;
  /** Missed days that did not end the streak, latest first. */
  rested: readonly string[];
}

/** The streak by the user's rule; by default the same as `streakOf`. */
export function streakBy(rule: StreakRule, daysRead: Iterable<string>, today: string): Streak {
  const read = new Set(daysRead);
  if (rule.kind === 'weekly') return { length: weeksInARow(read, today), rested: [] };
  if (!rule.restDay) return { length: streakOf(read, today), rested: [] };
  const rested: string[] = [];
  const spent = new Set<string>();
  let length = 0;
  // A rest day counts only after a day with reading, so a streak does not begin with one.
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

/** The Monday of a day's week. */
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

/** How far back a streak is followed. */
export const STREAK_LOOKBACK_DAYS = 30;

/** The calendar day of a moment as YYYY-MM-DD, in the given IANA time zone or the one of this machine. */
export function dayOf(moment: Date, timeZone?: string): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(moment);
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

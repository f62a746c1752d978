/**
 * What was read on which calendar day: the one way in which minutes and pages are counted, in statistics, rewards,
 * goals, the streak and the mentor.
 */

/** A finished session in local time: yyyy-mm-ddThh:mm:ss. */
export interface SessionSpan {
  localStart: string;
  localEnd: string;
  /** Seconds read. */
  seconds: number;
  pages: number;
}

/** The share of a session on one day. */
export interface DayShare {
  /** yyyy-mm-dd */
  day: string;
  seconds: number;
  pages: number;
}

const dayMilliseconds = 86_400_000;

/**
 * Splits a session over midnight in proportion to the time on each day. A session over more than two days was left
 * running or paused, so it counts on the day it ended.
 * @returns the days in order; their sum is the session
 */
export function shareByDay({ localStart, localEnd, seconds, pages }: SessionSpan): DayShare[] {
  const [first, last] = [localStart.slice(0, 10), localEnd.slice(0, 10)];
  const [start, end] = [Date.parse(`${localStart}Z`), Date.parse(`${localEnd}Z`)];
  const midnight = Date.parse(`${last}T00:00:00Z`);
  if (!(start < midnight) || midnight - Date.parse(`${first}T00:00:00Z`) > dayMilliseconds)
    return [{ day: last, seconds, pages }];
  const before = (midnight - start) / (end - start);
  const here = { day: first, seconds: Math.floor(seconds * before), pages: Math.floor(pages * before) };
  return [here, { day: last, seconds: seconds - here.seconds, pages: pages - here.pages }].filter(
    (share) => share.seconds > 0 || share.pages > 0,
  );
}

/** Pages of a day: the greater of sessions and stored progress, since both may count the same pages. */
export function pagesOfDay(inSessions: number, byProgress: number): number {
  return Math.max(inSessions, byProgress);
}

/** Formatters by time zone: creating one is a hundred times slower than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * Local time, yyyy-mm-ddThh:mm:ss.
 * @param timeZone IANA name; the local time zone when missing
 */
export function wallClock(moment: Date | string, timeZone?: string | null): string {
  const at = new Date(moment);
  if (!timeZone) return localClock(at);
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = clockOf(timeZone);
    clocks.set(timeZone, clock);
  }
  // Swedish date format is ISO 8601 with a space.
  return clock.format(at).replace(' ', 'T');
}

const two = (value: number) => String(value).padStart(2, '0');

/** Many times faster than a formatter. */
function localClock(at: Date): string {
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join(
    '-',
  );
  return `${day}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}

function clockOf(name: string): Intl.DateTimeFormat {
  const style = { dateStyle: 'short', timeStyle: 'medium' } as const;
  try {
    return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone: name });
  } catch {
    return new Intl.DateTimeFormat('sv-SE', style);
  }
}

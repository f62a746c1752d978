/**
 * What was read on which calendar day: the one way in which minutes and pages are counted, in statistics, rewards,
 * goals, the streak and the mentor.
 */

/** A finished session by the clock on the wall of the place: yyyy-mm-ddThh:mm:ss. */
export interface SessionSpan {
  localStart: string;
  localEnd: string;
  /** Seconds read. */
  seconds: number;
  pages: number;
}

/** The part of a session that belongs to one day. */
export interface DayShare {
  /** yyyy-mm-dd */
  day: string;
  seconds: number;
  pages: number;
}

const dayMilliseconds = 86_400_000;

/**
 * A session over midnight counts on both days, each with as much of it as lies on that day. One that touches more than
 * two days was left running or paused: nobody knows when it was read, and it counts on the day on which it ended.
 * @returns the days in order; what they add up to is the session
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

/**
 * Pages of a day: with a session running or without, the greater of what the day's sessions and its stored progress
 * know of, since both may tell of the same pages.
 */
export function pagesOfDay(inSessions: number, byProgress: number): number {
  return Math.max(inSessions, byProgress);
}

/** By time zone: what writes a moment takes a hundred times longer to make than to use. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * A moment as a clock on the wall shows it, yyyy-mm-ddThh:mm:ss.
 * @param timeZone IANA name; the zone of this machine where it is none
 */
export function wallClock(moment: Date | string, timeZone?: string | null): string {
  const at = new Date(moment);
  if (!timeZone) return localClock(at);
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = clockOf(timeZone);
    clocks.set(timeZone, clock);
  }
  // Swedish writes moments as ISO 8601 does, with a space.
  return clock.format(at).replace(' ', 'T');
}

const two = (value: number) => String(value).padStart(2, '0');

/** Many times as fast as a formatter. */
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

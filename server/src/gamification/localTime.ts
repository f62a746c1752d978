/** The clock and the calendar of a place. */
export interface LocalTime {
  /** yyyy-mm-dd */
  day(moment: Date | string): string;
  /** 0-23 */
  hour(moment: Date | string): number;
  /** yyyy-mm-ddThh:mm:ss, in local time. */
  wall(moment: Date | string): string;
  /** The moment at which that calendar day begins. */
  startOf(day: string): Date;
}

/** Making a formatter costs more than a thousand uses of it. */
const known = new Map<string, LocalTime>();
/** Names that turned out to be names of zones, in all their spellings. */
const zones = new Set<string>();
/** More zones than there are; names that a client makes up do not fill the memory. */
const mostKept = 700;

/** @param timeZone IANA name; what the engine does not know is taken as UTC. */
export function localTime(timeZone: string): LocalTime {
  const there = known.get(timeZone);
  if (there) return there;
  const made = makeLocalTime(timeZone);
  if (known.size < mostKept) known.set(timeZone, made);
  return made;
}

/** Whether this is the name of a zone that the engine knows. */
export function isTimeZone(name: string): boolean {
  if (zones.has(name)) return true;
  try {
    if (name === '' || !new Intl.DateTimeFormat('en-GB', { timeZone: name })) return false;
    if (zones.size < mostKept) zones.add(name);
    return true;
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
  /** Milliseconds by which local clocks are ahead of UTC then. */
  const offset = (moment: Date): number =>
    Date.parse(`${wall(moment)}Z`) - Math.floor(moment.getTime() / 1_000) * 1_000;
  return {
    wall,
    day: (moment) => wall(moment).slice(0, 10),
    hour: (moment) => Number(wall(moment).slice(11, 13)),
    startOf: (wanted) => {
      const midnight = Date.parse(`${wanted}T00:00:00Z`);
      // The offset of midnight itself may differ from the one around it: ask twice.
      const guess = new Date(midnight - offset(new Date(midnight)));
      const again = new Date(midnight - offset(guess));
      // Where clocks go forward at midnight there is no midnight: the day begins an hour later.
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

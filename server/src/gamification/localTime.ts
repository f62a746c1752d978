/** The reader's own calendar and clock. */
export interface LocalTime {
  /** yyyy-mm-dd */
  day(moment: Date | string): string;
  /** 0-23 */
  hour(moment: Date | string): number;
  /** The moment at which that calendar day begins. */
  startOf(day: string): Date;
}

/** @param timeZone IANA name; what the engine does not know is taken as UTC. */
export function localTime(timeZone: string): LocalTime {
  const format = formatter(timeZone);
  const read = (moment: Date | string): Record<string, string> =>
    Object.fromEntries(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  const day = (moment: Date | string): string => {
    const { year, month, day } = read(moment);
    return `${year}-${month}-${day}`;
  };
  /** Milliseconds by which local clocks are ahead of UTC then. */
  const offset = (moment: Date): number => {
    const { year, month, day, hour, minute, second } = read(moment);
    return (
      Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) -
      Math.floor(moment.getTime() / 1_000) * 1_000
    );
  };
  return {
    day,
    hour: (moment) => Number(read(moment).hour),
    startOf: (wanted) => {
      const midnight = Date.parse(`${wanted}T00:00:00Z`);
      // The offset of midnight itself may differ from the one around it: ask twice.
      const guess = new Date(midnight - offset(new Date(midnight)));
      return new Date(midnight - offset(guess));
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

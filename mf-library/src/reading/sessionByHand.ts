export interface SessionByHand {
  started_at: string;
  ended_at: string;
  seconds: number;
  pagesRead: number;
}

/** Local time as 'YYYY-MM-DDTHH:mm', the value of a datetime-local input. */
export function localMoment(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** IANA name of the local time zone, which decides the calendar day of a session. */
export function localTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The session from the form, or errors by field. */
export function sessionByHand(given: {
  /** As `localMoment` gives it. */
  started: string;
  minutes: number;
  pages: number;
  now: Date;
}): { session: SessionByHand; problem: null } | { session: null; problem: 'moment' | 'length' | 'future' } {
  const start = new Date(given.started);
  if (Number.isNaN(start.getTime())) return { session: null, problem: 'moment' };
  if (given.minutes < 1 || given.minutes > 24 * 60) return { session: null, problem: 'length' };
  const end = new Date(start.getTime() + given.minutes * 60_000);
  if (end.getTime() > given.now.getTime()) return { session: null, problem: 'future' };
  return {
    session: {
      started_at: start.toISOString(),
      ended_at: end.toISOString(),
      seconds: given.minutes * 60,
      pagesRead: given.pages,
    },
    problem: null,
  };
}

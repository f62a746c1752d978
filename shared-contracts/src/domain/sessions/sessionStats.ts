import { dayOf, streakOf } from '../gamification/streak.ts';
import { type DayShare, shareByDay, wallClock } from './readingDays.ts';
import type { FinishedSession } from './readingSession.ts';

export interface SessionStats {
  totalSessions: number;
  totalMinutes: number;
  totalPages: number;
  /** In days. */
  streak: number;
  /** Minutes. */
  averageSessionLength: number;
}

/** Totals of all finished sessions. Minutes are computed from the sum of seconds. */
export function sessionStats(
  history: readonly FinishedSession[],
  now: Date,
  timeZone?: string,
): SessionStats {
  const sum = (value: (session: FinishedSession) => number): number =>
    history.reduce((total, s) => total + value(s), 0);
  const totalMinutes = Math.floor(sum((session) => session.totalSeconds) / 60);
  return {
    totalSessions: history.length,
    totalMinutes,
    totalPages: sum((session) => session.pagesRead),
    streak: streakOf(
      history.flatMap((session) => daysOfSession(session, timeZone).map(({ day }) => day)),
      dayOf(now, timeZone),
    ),
    averageSessionLength: history.length === 0 ? 0 : Math.round(totalMinutes / history.length),
  };
}

/** The shares of a session by day. */
export function daysOfSession(
  { startTime, endTime, totalSeconds, pagesRead }: FinishedSession,
  timeZone?: string,
): DayShare[] {
  // A stored session may lack its start.
  const began = Number.isNaN(Date.parse(startTime)) ? endTime : startTime;
  const [localStart, localEnd] = [wallClock(began, timeZone), wallClock(endTime, timeZone)];
  return shareByDay({ localStart, localEnd, seconds: totalSeconds, pages: pagesRead });
}

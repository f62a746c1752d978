import { dayOf, streakOf } from '../gamification/streak.ts';
import { type DayShare, shareByDay, wallClock } from './readingDays.ts';
import type { FinishedSession } from './readingSession.ts';

export interface SessionStats {
  totalSessions: number;
  totalMinutes: number;
  totalPages: number;
  /** Days in a row. */
  streak: number;
  /** Minutes. */
  averageSessionLength: number;
}

/** Totals over the history of finished sessions. Minutes come from the seconds, so that many short sessions count. */
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

/** What of a session of this browser was read on which day. */
export function daysOfSession(
  { startTime, endTime, totalSeconds, pagesRead }: FinishedSession,
  timeZone?: string,
): DayShare[] {
  // What is stored may lack its start.
  const began = Number.isNaN(Date.parse(startTime)) ? endTime : startTime;
  const [localStart, localEnd] = [wallClock(began, timeZone), wallClock(endTime, timeZone)];
  return shareByDay({ localStart, localEnd, seconds: totalSeconds, pages: pagesRead });
}

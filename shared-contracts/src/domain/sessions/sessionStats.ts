import { dayOf, streakOf } from '../gamification/streak.ts';
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
      history.map((session) => dayOf(new Date(session.endTime), timeZone)),
      dayOf(now, timeZone),
    ),
    averageSessionLength: history.length === 0 ? 0 : Math.round(totalMinutes / history.length),
  };
}

import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import {
  type ActiveSession,
  type FinishedSession,
  stopSession,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { daysOfSession } from '@lectern/shared-contracts/domain/sessions/sessionStats.ts';

/** Minutes read today by this browser's history, the running session included. */
export function minutesToday(
  history: readonly FinishedSession[],
  active: ActiveSession | null,
  now: Date,
): number {
  const today = dayOf(now);
  const running = active ? [stopSession(active, now)] : [];
  const seconds = [...history, ...running]
    .flatMap((session) => daysOfSession(session))
    .reduce((sum, share) => (share.day === today ? sum + share.seconds : sum), 0);
  return Math.floor(seconds / 60);
}

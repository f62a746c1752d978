import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import {
  type ActiveSession,
  elapsedSeconds,
  type FinishedSession,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';

/** Minutes read today by this browser's history, the running session included. */
export function minutesToday(
  history: readonly FinishedSession[],
  active: ActiveSession | null,
  now: Date,
): number {
  const today = dayOf(now);
  const finished = history
    .filter(({ endTime }) => dayOf(new Date(endTime)) === today)
    .reduce((sum, { totalSeconds }) => sum + totalSeconds, 0);
  return Math.floor((finished + (active ? elapsedSeconds(active, now) : 0)) / 60);
}

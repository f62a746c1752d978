import { type ActiveSession, elapsedSeconds } from '@lectern/shared-contracts/domain/readingSession.ts';
import { useEffect, useReducer } from 'react';

/** Seconds read, looked at anew each second while the clock runs. Only who calls this renders each second. */
export function useElapsed(session: ActiveSession): number {
  const [, tick] = useReducer((n: number) => n + 1, 0);
  const running = !session.isPaused;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [running]);
  return elapsedSeconds(session, new Date());
}

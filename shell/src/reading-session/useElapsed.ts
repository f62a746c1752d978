import {
  type ActiveSession,
  awayAfterSeconds,
  elapsedSeconds,
} from '@lectern/shared-contracts/domain/readingSession.ts';
import { useEffect, useRef, useState } from 'react';

/** Seconds read, looked at anew each second while the clock runs. Only who calls this renders each second. */
export function useElapsed(session: ActiveSession): number {
  const [seconds, setSeconds] = useState(() => elapsedSeconds(session, new Date()));
  const known = useRef(session);
  if (known.current !== session) {
    known.current = session;
    setSeconds(elapsedSeconds(session, new Date()));
  }
  useEffect(() => {
    if (session.isPaused) return;
    let last = Date.now();
    const timer = setInterval(() => {
      const now = Date.now();
      // Just awake: the session is about to notice. Until it has, the night is not shown as read.
      if (now - last > awayAfterSeconds * 1_000) return;
      last = now;
      setSeconds(elapsedSeconds(session, new Date(now)));
    }, 1_000);
    return () => clearInterval(timer);
  }, [session]);
  return seconds;
}

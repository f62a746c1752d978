import type { Db } from '../../store/db.ts';
import { isSessionOpen } from './refreshTokens.ts';

/** Tells which sessions are still active. Used for signed URLs, of which a page may load hundreds at once. */
export interface ActiveSessions {
  /**
   * Answers are cached for three seconds, so a URL stops working at most that long after its session ends, on every
   * replica.
   */
  isOpen(sessionId: string): Promise<boolean>;
}

const maxCached = 10_000;
const age = 3_000;

/** Queries the database at most once in three seconds per session. */
export function activeSessions(db: Db, now: () => Date): ActiveSessions {
  const known = new Map<string, { checkedAt: number; isOpen: Promise<boolean> }>();
  return {
    isOpen(sessionId) {
      const before = known.get(sessionId);
      // Guards against a clock that was set back.
      if (before && Math.abs(now().getTime() - before.checkedAt) < age) return before.isOpen;
      const isOpen = isSessionOpen(db, sessionId, now());
      if (known.size >= maxCached) known.clear();
      known.set(sessionId, { checkedAt: now().getTime(), isOpen });
      isOpen.catch(() => known.delete(sessionId));
      return isOpen;
    },
  };
}

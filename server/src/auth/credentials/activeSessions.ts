import type { Db } from '../../store/db.ts';
import { isSessionOpen } from './refreshTokens.ts';

/** Which sign-ins still stand, for what a browser loads by a signed address: a page may ask for hundreds at once. */
export interface ActiveSessions {
  /** An answer may be three seconds old, so that an address ends that long after its sign-in, on every replica. */
  isOpen(sessionId: string): Promise<boolean>;
}

const mostKnown = 10_000;
const age = 3_000;

/** Asks the database, once in three seconds for each sign-in. */
export function activeSessions(db: Db, now: () => Date): ActiveSessions {
  const known = new Map<string, { checkedAt: number; isOpen: Promise<boolean> }>();
  return {
    isOpen(sessionId) {
      const before = known.get(sessionId);
      // A clock that was turned back must not keep an answer.
      if (before && Math.abs(now().getTime() - before.checkedAt) < age) return before.isOpen;
      const isOpen = isSessionOpen(db, sessionId, now());
      if (known.size >= mostKnown) known.clear();
      known.set(sessionId, { checkedAt: now().getTime(), isOpen });
      isOpen.catch(() => known.delete(sessionId));
      return isOpen;
    },
  };
}

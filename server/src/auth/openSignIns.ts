import type { Db } from '../store/db.ts';
import { isFamilyOpen } from './refreshTokens.ts';

/** Which sign-ins still stand, for what a browser loads by a signed address: a page may ask for hundreds at once. */
export interface OpenSignIns {
  /** An answer may be three seconds old, so that an address ends that long after its sign-in, on every replica. */
  isOpen(familyId: string): Promise<boolean>;
}

const mostKnown = 10_000;
const age = 3_000;

/** Asks the database, once in three seconds for each sign-in. */
export function openSignIns(db: Db, now: () => Date): OpenSignIns {
  const known = new Map<string, { asked: number; isOpen: Promise<boolean> }>();
  return {
    isOpen(familyId) {
      const before = known.get(familyId);
      // A clock that was turned back must not keep an answer.
      if (before && Math.abs(now().getTime() - before.asked) < age) return before.isOpen;
      const isOpen = isFamilyOpen(db, familyId, now());
      if (known.size >= mostKnown) known.clear();
      known.set(familyId, { asked: now().getTime(), isOpen });
      isOpen.catch(() => known.delete(familyId));
      return isOpen;
    },
  };
}

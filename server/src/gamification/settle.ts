import type { Achievement } from '@lectern/shared-contracts/api/gamification.ts';
import type { Db } from '../services.ts';
import { award } from './award.ts';
import { settleGoals } from './goals.ts';
import type { Reader } from './reader.ts';
import { reconcile } from './reconcile.ts';

/** Brings points, goals and achievements up to what the store says. Doing it again changes nothing. */
export async function settle(db: Db, reader: Reader): Promise<{ credited: number; unlocked: Achievement[] }> {
  const events = await reconcile(db, reader);
  const goals = await settleGoals(db, reader);
  const { paid, unlocked } = await award(db, reader);
  return { credited: events + goals + paid, unlocked };
}

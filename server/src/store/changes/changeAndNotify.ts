import type { ChangeArea } from '@lectern/shared-contracts/api/changes.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../db.ts';
import { raiseRevisions } from './revisions.ts';

/**
 * Runs a transaction that changes a user's data in these areas, then notifies the user's open pages.
 * @param areas a function when they are known only afterwards
 * @param work runs while no other write of the user runs
 */
export async function changeAndNotify<T>(
  { engine, liveEvents }: Pick<Services, 'engine' | 'liveEvents'>,
  userId: string,
  areas: readonly ChangeArea[] | ((result: T) => readonly ChangeArea[]),
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { result, raised } = await engine.withLock(userId, async (db) => {
    const result = await work(db);
    const changed = typeof areas === 'function' ? areas(result) : areas;
    return { result, raised: await raiseRevisions(db, userId, changed) };
  });
  liveEvents.changed(userId, raised);
  return result;
}

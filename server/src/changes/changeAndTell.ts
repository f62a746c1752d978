import type { ChangeArea } from '@lectern/shared-contracts/api/changes.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { raiseRevisions } from './revisions.ts';

/**
 * A transaction that changes what a reader has in these areas; after it the reader's open pages are told.
 * @param areas which they are, where that shows only when the work is done
 * @param work is done while no other write of the reader is
 */
export async function changeAndTell<T>(
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

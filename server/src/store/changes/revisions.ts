import { type ChangeArea, Revisions } from '@lectern/shared-contracts/api/changes.ts';
import { sql } from 'kysely';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../db.ts';
import { listRows } from '../rows.ts';

/** Revisions of a user without changes. */
const none = Object.fromEntries(Object.keys(Revisions.properties).map((area) => [area, 0])) as Revisions;

/**
 * Increments the revisions of these areas. Call it at the end of the transaction that makes the change.
 * @returns the new revisions
 */
export async function raiseRevisions(
  db: Db,
  userId: string,
  areas: readonly ChangeArea[],
): Promise<Partial<Revisions>> {
  if (areas.length === 0) return {};
  const raised = await db
    .insertInto('reader_changes')
    // In a fixed order, to avoid deadlocks.
    .values([...areas].sort().map((area) => ({ user_id: userId, area, revision: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'area']).doUpdateSet({ revision: sql`reader_changes.revision + 1` }),
    )
    .returning(['area', 'revision'])
    .execute();
  return Object.fromEntries(raised.map(({ area, revision }) => [area, revision]));
}

/** The revisions of all areas. */
export async function revisionsOf(db: Db, userId: string): Promise<Revisions> {
  const rows = await listRows(db, 'reader_changes', { user_id: userId }, ['area', 'revision']);
  return { ...none, ...Object.fromEntries(rows.map(({ area, revision }) => [area, revision])) };
}

/** Formats revisions for the `Lectern-Changes` header. */
export function changesHeaderOf(raised: Partial<Revisions>): string {
  return Object.entries(raised)
    .map(([area, revision]) => `${area}=${revision}`)
    .join(', ');
}

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

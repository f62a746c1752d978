import { type ChangeArea, Revisions } from '@lectern/shared-contracts/api/changes.ts';
import { sql } from 'kysely';
import type { Db } from '../store/db.ts';

/** Nothing has ever been changed. */
const none = Object.fromEntries(Object.keys(Revisions.properties).map((area) => [area, 0])) as Revisions;

/**
 * Counts a change of what the reader has in these areas. Call it in the transaction of the change, after all else.
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
    // Always in the same order, so that two transactions cannot wait for each other.
    .values([...areas].sort().map((area) => ({ user_id: userId, area, revision: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'area']).doUpdateSet({ revision: sql`reader_changes.revision + 1` }),
    )
    .returning(['area', 'revision'])
    .execute();
  return Object.fromEntries(raised.map(({ area, revision }) => [area, revision]));
}

/** The revision of every area. */
export async function revisionsOf(db: Db, userId: string): Promise<Revisions> {
  const rows = await db
    .selectFrom('reader_changes')
    .select(['area', 'revision'])
    .where('user_id', '=', userId)
    .execute();
  return { ...none, ...Object.fromEntries(rows.map(({ area, revision }) => [area, revision])) };
}

/** Raised revisions as the header `Lectern-Changes` says them. */
export function changesHeaderOf(raised: Partial<Revisions>): string {
  return Object.entries(raised)
    .map(([area, revision]) => `${area}=${revision}`)
    .join(', ');
}

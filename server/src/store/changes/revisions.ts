import { type ChangeArea, Revisions } from '@lectern/shared-contracts/api/changes.ts';
import { sql } from 'kysely';
import type { Db } from '../db.ts';

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
  const rows = await db
    .selectFrom('reader_changes')
    .select(['area', 'revision'])
    .where('user_id', '=', userId)
    .execute();
  return { ...none, ...Object.fromEntries(rows.map(({ area, revision }) => [area, revision])) };
}

/** Formats revisions for the `Lectern-Changes` header. */
export function changesHeaderOf(raised: Partial<Revisions>): string {
  return Object.entries(raised)
    .map(([area, revision]) => `${area}=${revision}`)
    .join(', ');
}

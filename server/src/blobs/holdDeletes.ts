import type { Db } from '../store/db.ts';
import { writeSetting } from '../store/settings.ts';

/** The setting is not part of a backup. */
export const heldUntil = 'hold_deletes_until';
/** Milliseconds until a hold that is not renewed ends: its process was killed. */
const holdMs = 15 * 60_000;
const renewMs = 60_000;

/**
 * Keeps the files of deleted and replaced books, on all processes, until the hold is released. A backup needs them: it
 * copies files after rows. Call it before the rows are read.
 */
export async function holdDeletes(db: Db): Promise<{ renew(): Promise<void>; release(): Promise<void> }> {
  let renewedAt = 0;
  let value = '';
  const renew = async () => {
    if (Date.now() - renewedAt < renewMs) return;
    renewedAt = Date.now();
    value = new Date(renewedAt + holdMs).toISOString();
    await writeSetting(db, heldUntil, value);
  };
  await renew();
  return {
    renew,
    async release() {
      // Another backup may have renewed it.
      await db.deleteFrom('settings').where('name', '=', heldUntil).where('value', '=', value).execute();
    },
  };
}

/** The folders of files that may be deleted now: none while a backup holds them. */
export async function deletablePrefixes(db: Db): Promise<string[]> {
  const now = Date.now();
  // In one statement, since a backup holds deletes before it reads rows.
  // A clock that was set back does not hold them for longer.
  const rows = await db
    .selectFrom('pending_blob_deletes')
    .select('prefix')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('settings')
            .select('value')
            .where('name', '=', heldUntil)
            .where('value', '>', new Date(now).toISOString())
            .where('value', '<=', new Date(now + holdMs).toISOString()),
        ),
      ),
    )
    .execute();
  return rows.map(({ prefix }) => prefix);
}

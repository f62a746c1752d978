import type { Db } from '../store/db.ts';
import { readSetting, writeSetting } from '../store/settings.ts';

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

export async function areDeletesHeld(db: Db): Promise<boolean> {
  const until = Date.parse((await readSetting(db, heldUntil)) ?? '');
  // A clock that was set back does not hold them for longer.
  return until > Date.now() && until <= Date.now() + holdMs;
}

import { randomUUID } from 'node:crypto';
import type { Db } from '../db.ts';
import { writeSetting } from '../settings.ts';

interface Needs {
  db: Db;
  now: () => Date;
}

/** Each hold is a setting of its own: this name with an id, and the time at which it ends. */
const settingName = 'hold_deletes_until';
/** Milliseconds until a hold that is not renewed ends: its process was killed. */
const holdMs = 15 * 60_000;
const renewMs = 60_000;

/** Whether a setting is a hold, which is not part of a backup. */
export const isHold = (name: unknown) => String(name).startsWith(settingName);

/**
 * Keeps the files of deleted and replaced books, on all processes, until this hold and all others are released. A
 * backup needs them: it copies files after rows. Call it before the rows are read.
 */
export async function holdDeletes({ db, now }: Needs): Promise<{ release(): Promise<void> }> {
  const name = `${settingName}:${randomUUID()}` as const;
  const renew = () => writeSetting(db, name, endOfHold(now()));
  await renew();
  let renewal = Promise.resolve();
  const timer = setInterval(() => {
    // One that fails is repeated long before the hold ends.
    renewal = renew().catch(() => {});
  }, renewMs);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await renewal;
      await db.deleteFrom('settings').where('name', '=', name).execute();
    },
  };
}

/** The folders of files that may be deleted now: none while a backup holds them. */
export async function deletablePrefixes({ db, now }: Needs): Promise<string[]> {
  // In one statement, since a backup holds deletes before it reads rows.
  const rows = await db
    .selectFrom('pending_blob_deletes')
    .select('prefix')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('settings')
            .select('value')
            .where('name', 'like', anyHold)
            .where('value', '>', now().toISOString()),
        ),
      ),
    )
    .execute();
  return rows.map(({ prefix }) => prefix);
}

/** Removes holds that have ended, and shortens those of killed processes from before the clock was set back. */
export async function endHolds({ db, now }: Needs): Promise<void> {
  const latest = endOfHold(now());
  await db
    .deleteFrom('settings')
    .where('name', 'like', anyHold)
    .where('value', '<=', now().toISOString())
    .execute();
  await db
    .updateTable('settings')
    .set({ value: latest })
    .where('name', 'like', anyHold)
    .where('value', '>', latest)
    .execute();
}

const anyHold = `${settingName}%` as const;

const endOfHold = (now: Date) => new Date(now.getTime() + holdMs).toISOString();

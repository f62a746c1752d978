import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ErrorLog } from '../../run/common/runInBackground.ts';
import type { Db } from '../db.ts';
import { writeSetting } from '../settings.ts';
import { type Blobs, blobKeys } from './blobs.ts';

type Stores = { db: Db; blobs: Blobs; now: () => Date };

/** Records that files are to be deleted, in the transaction that deletes or replaces their book. */
export async function scheduleBlobDeletes(db: Db, prefixes: readonly string[], now: Date): Promise<void> {
  await db
    .insertInto('pending_blob_deletes')
    .values(prefixes.map((prefix) => ({ prefix, created_at: now.toISOString() })))
    .onConflict((conflict) => conflict.column('prefix').doNothing())
    .execute();
}

/** The same for all files of a book. */
export const scheduleBlobDelete = (db: Db, bookId: string, now: Date): Promise<void> =>
  scheduleBlobDeletes(db, [blobKeys.book(bookId)], now);

/** Like runPendingBlobDeletes, but logs errors: housekeeping tries again. */
export async function tryPendingBlobDeletes(stores: Stores, log: ErrorLog): Promise<void> {
  try {
    await runPendingBlobDeletes(stores);
  } catch (err) {
    log.error({ err }, 'files of deleted books could not be removed');
  }
}

/**
 * Deletes the files of deleted books that are not in the bin: after each deletion, at startup for those left by a
 * crash, and every hour for those that a backup needed.
 */
export async function runPendingBlobDeletes({ db, blobs, now }: Stores): Promise<void> {
  for (const prefix of await deletablePrefixes({ db, now })) {
    await blobs.removeAll(prefix);
    await db.deleteFrom('pending_blob_deletes').where('prefix', '=', prefix).execute();
  }
}

/** A prefix begins with `books/<book>/`, or `books/<book>/files/<file>/`; the first file of a book has its id. */
const bookOfPrefix = sql<string>`substr(prefix, 7, 36)`;
const fileOfPrefix = sql<string>`case substr(prefix, 43, 7)
  when '/files/' then substr(prefix, 50, 36) else ${bookOfPrefix} end`;

type Needs = Pick<Stores, 'db' | 'now'>;

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
async function deletablePrefixes({ db, now }: Needs): Promise<string[]> {
  // In one statement, since a backup holds deletes before it reads rows.
  const rows = await db
    .selectFrom('pending_blob_deletes')
    .select('prefix')
    // The files of a book are kept as long as it is in the bin, and each that was removed from it as long as that is.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('row_history')
            .select('id')
            .where('file_bytes', 'is not', null)
            .where(({ or, and, eb }) =>
              or([
                and([eb('thing', '=', 'book'), eb('thing_id', '=', bookOfPrefix)]),
                eb('thing_id', '=', fileOfPrefix),
              ]),
            ),
        ),
      ),
    )
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

/**
 * Removes holds that have ended: their process was killed. One that ends later than any can was made before the clock
 * was set back; a backup that runs renews its own within a minute.
 */
export async function endHolds({ db, now }: Needs): Promise<void> {
  await db
    .deleteFrom('settings')
    .where('name', 'like', anyHold)
    .where(({ or, eb }) => or([eb('value', '<=', now().toISOString()), eb('value', '>', endOfHold(now()))]))
    .execute();
}

const anyHold = `${settingName}%` as const;

const endOfHold = (now: Date) => new Date(now.getTime() + holdMs).toISOString();

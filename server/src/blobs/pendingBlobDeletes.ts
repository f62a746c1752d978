import type { ErrorLog } from '../common/runInBackground.ts';
import type { Db } from '../store/db.ts';
import { type Blobs, blobKeys } from './blobs.ts';

type Stores = { db: Db; blobs: Blobs };

/** Writes down, in the transaction that deletes a book, that its files are to go. */
export async function scheduleBlobDelete(db: Db, bookId: string, now: Date): Promise<void> {
  await db
    .insertInto('pending_blob_deletes')
    .values({ prefix: blobKeys.book(bookId), created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('prefix').doNothing())
    .execute();
}

/**
 * The same after a deletion that is done, whatever becomes of the files: what fails is logged, and tried again by the
 * housekeeping.
 */
export async function tryPendingBlobDeletes(stores: Stores, log: ErrorLog): Promise<void> {
  try {
    await runPendingBlobDeletes(stores);
  } catch (err) {
    log.error({ err }, 'files of what was deleted are still there');
  }
}

/** Removes the files of what was deleted: right after the deletion, and at the start for those a crash left behind. */
export async function runPendingBlobDeletes({ db, blobs }: Stores): Promise<void> {
  for (const { prefix } of await db.selectFrom('pending_blob_deletes').select('prefix').execute()) {
    await blobs.removeAll(prefix);
    await db.deleteFrom('pending_blob_deletes').where('prefix', '=', prefix).execute();
  }
}

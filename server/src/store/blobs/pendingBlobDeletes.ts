import type { ErrorLog } from '../../run/common/runInBackground.ts';
import type { Db } from '../db.ts';
import { type Blobs, blobKeys } from './blobs.ts';
import { deletablePrefixes } from './holdDeletes.ts';

type Stores = { db: Db; blobs: Blobs; now: () => Date };

/** Records that a book's files are to be deleted, in the transaction that deletes the book. */
export async function scheduleBlobDelete(db: Db, bookId: string, now: Date): Promise<void> {
  await db
    .insertInto('pending_blob_deletes')
    .values({ prefix: blobKeys.book(bookId), created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('prefix').doNothing())
    .execute();
}

/** Like runPendingBlobDeletes, but logs errors: housekeeping tries again. */
export async function tryPendingBlobDeletes(stores: Stores, log: ErrorLog): Promise<void> {
  try {
    await runPendingBlobDeletes(stores);
  } catch (err) {
    log.error({ err }, 'files of deleted books could not be removed');
  }
}

/**
 * Deletes the files of deleted books: after each deletion, at startup for those left by a crash, and every hour for
 * those that a backup needed.
 */
export async function runPendingBlobDeletes({ db, blobs, now }: Stores): Promise<void> {
  for (const prefix of await deletablePrefixes({ db, now })) {
    await blobs.removeAll(prefix);
    await db.deleteFrom('pending_blob_deletes').where('prefix', '=', prefix).execute();
  }
}

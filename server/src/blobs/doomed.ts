import type { Db, Services } from '../services.ts';
import { blobKeys } from './blobs.ts';

/** Writes down, in the transaction that deletes a book, that its files are to go. */
export async function doomBlobs(db: Db, bookId: string, now: Date): Promise<void> {
  await db
    .insertInto('doomed_blobs')
    .values({ prefix: blobKeys.book(bookId), created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('prefix').doNothing())
    .execute();
}

/** Removes the files of what was deleted: right after the deletion, and at the start for those a crash left behind. */
export async function removeDoomedBlobs({ db, blobs }: Pick<Services, 'db' | 'blobs'>): Promise<void> {
  for (const { prefix } of await db.selectFrom('doomed_blobs').select('prefix').execute()) {
    await blobs.removeAll(prefix);
    await db.deleteFrom('doomed_blobs').where('prefix', '=', prefix).execute();
  }
}

import type { Services } from '../../run/services/services.ts';
import { runPendingBlobDeletes, scheduleBlobDelete } from '../../store/blobs/pendingBlobDeletes.ts';

/** Removes what was stored for a book after it had been deleted with its other files, which a backup may need. */
export async function removeLateFiles(
  services: Pick<Services, 'blobs' | 'db' | 'now'>,
  bookId: string,
): Promise<void> {
  const { db, now } = services;
  const book = await db.selectFrom('books').select('id').where('id', '=', bookId).executeTakeFirst();
  if (book !== undefined) return;
  await scheduleBlobDelete(db, bookId, now());
  await runPendingBlobDeletes(services);
}

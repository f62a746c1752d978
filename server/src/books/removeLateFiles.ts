import { blobKeys } from '../blobs/blobs.ts';
import type { Services } from '../services/services.ts';

/** Removes what was stored for a book after it had been deleted with its other files. */
export async function removeLateFiles(
  { db, blobs }: Pick<Services, 'db' | 'blobs'>,
  bookId: string,
): Promise<void> {
  const book = await db.selectFrom('books').select('id').where('id', '=', bookId).executeTakeFirst();
  if (book === undefined) await blobs.removeAll(blobKeys.book(bookId));
}

import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { AppError } from '../../run/common/errors.ts';
import { blobKeys } from '../../store/blobs/blobs.ts';
import type { Db } from '../../store/db.ts';
import { changeRows, listRows, removeRows } from '../../store/rows.ts';
import { currentDigest, type FurtherFile, refOf, saveAllDigests } from '../books/bookFiles.ts';
import { ownBook } from '../books/ownBook.ts';
import { type KeptPlaces, stateOf } from '../books/placeState.ts';

const sameFile = text(
  'The same file is in your library again. Delete that one first; then this one comes back with everything on it.',
);

/**
 * Keeps the files of a book, or one file, at its restore.
 * @throws AppError file_of_another_book when the same file was uploaded again
 */
export async function takeBackFiles(
  db: Db,
  { userId, sha256, prefixes }: { userId: string; sha256: readonly string[]; prefixes: readonly string[] },
): Promise<void> {
  for (const table of sha256.length === 0 ? [] : (['books', 'book_files'] as const)) {
    const same = await listRows(db, table as 'books', { user_id: userId, sha256 }, ['id']);
    if (same.length > 0) throw new AppError('file_of_another_book', sameFile);
  }
  await removeRows(db, 'pending_blob_deletes', { prefix: prefixes });
}

/** The prefixes of the blobs of a further file. */
export const prefixesOf = (file: Pick<FurtherFile, 'id' | 'book_id'>): string[] =>
  blobKeys.ofFile(refOf(file));

/** Marks whose words are only in a file that is back say so again, unless they were moved; devices know it again. */
export async function connectFile(db: Db, file: FurtherFile, now: Date): Promise<void> {
  const kept = JSON.parse(file.places) as KeptPlaces;
  for (const table of ['highlights', 'notes', 'looked_up_words'] as const)
    for (const { id, position } of await listRows(db, table, { book_id: file.book_id }, ['id', 'position'])) {
      const words = JSON.parse(position ?? 'null') as Locator | null;
      const place = { ...words, file_id: file.id };
      if (kept[`${table} ${id}`]?.now !== stateOf({ position: place, page: null })) continue;
      const dated = table === 'looked_up_words' ? {} : { updated_at: now.toISOString() };
      await changeRows(db, table as 'notes', { id }, { position: JSON.stringify(place), ...dated });
    }
  const book = await ownBook(db, file.user_id, file.book_id);
  await saveAllDigests(db, book, await currentDigest(db, book.id));
}

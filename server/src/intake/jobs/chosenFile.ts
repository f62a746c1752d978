import type { ChangeArea } from '@lectern/shared-contracts/api/changes.ts';
import type { Selectable, Updateable } from 'kysely';
import {
  asFurtherFile,
  currentDigest,
  currentFileId,
  type FurtherFile,
  isOtherLanguage,
  ownFurtherFile,
  pickEdition,
  refOf,
  removeFurtherFile,
} from '../../library/books/bookFiles.ts';
import { blobKeys } from '../../store/blobs/blobs.ts';
import { scheduleBlobDeletes } from '../../store/blobs/pendingBlobDeletes.ts';
import type { Db } from '../../store/db.ts';
import type { BooksTable } from '../../store/schema.ts';
import { followPlaces, type KeptPlaces, placesByKey, placesLeft } from './keptPlaces.ts';
import type { StoredPlace } from './quotesToFind.ts';
import { type NewFile, relocatePlaces } from './replaceFile.ts';

type BookWithFile = Selectable<BooksTable> & { format: 'epub' | 'pdf' };

/**
 * Makes the file that a book is read in one of its further files, and takes another of these from them.
 * @returns the columns of the book for the other one
 * @throws AppError not_found when it was removed meanwhile
 */
export async function exchangeFiles(
  trx: Db,
  book: BookWithFile,
  chosen: FurtherFile,
): Promise<Updateable<BooksTable>> {
  const file = await ownFurtherFile(trx, book.user_id, { id: chosen.id, bookId: book.id });
  const content_digest = await currentDigest(trx, book.id);
  await trx.deleteFrom('book_files').where('id', '=', file.id).execute();
  await trx
    .insertInto('book_files')
    .values(asFurtherFile(book, { content_digest, places: '{}' }))
    .execute();
  return { file_id: refOf(file).file_id, ...pickEdition(file) };
}

interface ReadFile {
  ingested: NewFile;
  /** The places that were searched for. */
  quotes: ReadonlyMap<string, StoredPlace>;
  /** The further file that it was; null for a replacement. */
  file: FurtherFile | null;
}

/**
 * Moves all places and marks of a book to the file that is read now. Further files keep where these were in them.
 * @param old the book before
 * @returns the changed areas
 */
export async function movePlaces(
  trx: Db,
  old: Selectable<BooksTable>,
  { ingested, quotes, file }: ReadFile,
  now: Date,
): Promise<ChangeArea[]> {
  const before = await placesByKey(trx, old.id);
  const changed = await relocatePlaces(
    trx,
    old,
    ingested,
    {
      quotes,
      kept: file ? (JSON.parse(file.places) as KeptPlaces) : {},
      wordsIn: isOtherLanguage(old.language, file?.language ?? null) ? currentFileId(old) : null,
    },
    now,
  );
  const after = await placesByKey(trx, old.id);
  await followPlaces(trx, old.id, before, after);
  if (file) {
    const places = JSON.stringify(placesLeft(before, after));
    await trx
      .updateTable('book_files')
      .set({ places, extra_bytes: Buffer.byteLength(places) })
      .where('id', '=', currentFileId(old))
      .execute();
  }
  return changed;
}

/**
 * Takes a file from its book, before it becomes a book of its own.
 * @throws AppError not_found when it was removed meanwhile
 */
export async function separateFile(trx: Db, { id, book_id, user_id }: FurtherFile, now: Date): Promise<void> {
  const file = await ownFurtherFile(trx, user_id, { id, bookId: book_id });
  await removeFurtherFile(trx, file, now);
  await scheduleBlobDeletes(trx, blobKeys.ofFile(refOf(file)), now);
}

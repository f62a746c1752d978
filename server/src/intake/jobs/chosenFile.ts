import type { ChangeArea } from '@lectern/shared-contracts/api/changes.ts';
import type { Updateable } from 'kysely';
import {
  asFurtherFile,
  currentDigest,
  currentFileId,
  type FurtherFile,
  isOtherLanguage,
  ownFurtherFile,
  pickEdition,
  refOf,
  saveAllDigests,
} from '../../library/books/bookFiles.ts';
import { changeBook } from '../../library/books/changeBook.ts';
import type { KeptPlaces } from '../../library/books/placeState.ts';
import { blobKeys } from '../../store/blobs/blobs.ts';
import { scheduleBlobDeletes } from '../../store/blobs/pendingBlobDeletes.ts';
import type { Db } from '../../store/db.ts';
import { changeRows, removeRows } from '../../store/rows.ts';
import type { BookRow, BooksTable } from '../../store/schema.ts';
import { followPlaces, placesByKey, placesLeft } from './keptPlaces.ts';
import type { StoredPlace } from './quotesToFind.ts';
import { type NewFile, relocatePlaces } from './replaceFile.ts';

type BookWithFile = BookRow & { format: 'epub' | 'pdf' };

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
  // Not deleted and added, since the bin has what is deleted.
  const left = asFurtherFile(book, { content_digest, places: '{}' });
  await changeRows(trx, 'book_files', { id: file.id }, left);
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
  old: BookRow,
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
      ...(file ? { fileId: file.id } : {}),
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
 * Removes a further file from its book, whose marks stay. It is in the bin then.
 * @returns the changed areas
 * @throws AppError not_found, also for the file that is read
 */
export async function removeFurtherFile(
  trx: Db,
  { id, book_id, user_id }: Pick<FurtherFile, 'id' | 'book_id' | 'user_id'>,
  now: Date,
): Promise<ChangeArea[]> {
  const file = await ownFurtherFile(trx, user_id, { id, bookId: book_id });
  const digest = await currentDigest(trx, book_id);
  await trx.deleteFrom('book_files').where('id', '=', id).execute();
  const changed = await forgetFile(trx, file, now);
  const book = await changeBook(trx, book_id, { updated_at: now.toISOString() });
  await saveAllDigests(trx, book, digest);
  await scheduleBlobDeletes(trx, blobKeys.ofFile(refOf(file)), now);
  return changed;
}

/** The same for one that becomes a book of its own, so that the bin has nothing to restore. */
export async function separateFurtherFile(trx: Db, file: FurtherFile, now: Date): Promise<ChangeArea[]> {
  const changed = await removeFurtherFile(trx, file, now);
  await removeRows(trx, 'row_history', { user_id: file.user_id, thing: 'file', thing_id: file.id });
  return changed;
}

/** Marks whose words are only in a file that is removed are found nowhere. */
async function forgetFile(trx: Db, { id, book_id }: FurtherFile, now: Date): Promise<ChangeArea[]> {
  const before = await placesByKey(trx, book_id);
  const areas = new Set<ChangeArea>();
  for (const { key, position } of before.values()) {
    if (position?.file_id !== id) continue;
    const { file_id: _gone, ...words } = position;
    const [table = '', mark = ''] = key.split(' ');
    const changed = { position: JSON.stringify(words) };
    if (table === 'looked_up_words') {
      await trx.updateTable('looked_up_words').set(changed).where('id', '=', mark).execute();
      areas.add('words');
    } else if (table === 'highlights' || table === 'notes') {
      const dated = { ...changed, updated_at: now.toISOString() };
      await trx.updateTable(table).set(dated).where('id', '=', mark).execute();
      areas.add(table);
    }
  }
  if (areas.size > 0) await followPlaces(trx, book_id, before, await placesByKey(trx, book_id));
  return [...areas];
}

import type { ChangeArea } from '@lectern/shared-contracts/api/changes.ts';
import {
  currentDigest,
  editionOfNew,
  requireRoomForFiles,
  saveAllDigests,
} from '../../library/books/bookFiles.ts';
import { changeBook } from '../../library/books/changeBook.ts';
import { ownBookWithFile } from '../../library/books/ownBook.ts';
import type { KeptPlaces } from '../../library/books/placeState.ts';
import type { Services } from '../../run/services/services.ts';
import { raiseRevisions } from '../../store/changes/revisions.ts';
import type { Db } from '../../store/db.ts';
import { addRows } from '../../store/rows.ts';
import type { FileAnnotation, IngestedBook } from '../ingest/ingestedBook.ts';
import { cleanLine } from '../ingest/plainText.ts';
import { placesByKey, placesLeft } from './keptPlaces.ts';
import type { Purpose } from './purpose.ts';
import { storeAnnotations } from './storeAnnotations.ts';
import { finishUpload, type StoredUpload } from './storeBook.ts';

/**
 * Adds a file to those of a book and marks its upload as done, in one transaction.
 * @throws UploadGone; AppError not_found or limit_reached; a database error when the user already has the same file
 */
export async function storeFurtherFile(
  { db, now, liveEvents }: Pick<Services, 'db' | 'now' | 'liveEvents'>,
  { format, source_format, metadata, annotations = [] }: IngestedBook,
  {
    upload,
    purpose,
    sha256,
    contentDigest,
    bytes,
  }: Pick<StoredUpload, 'upload' | 'sha256' | 'contentDigest' | 'bytes'> & {
    purpose: Extract<Purpose, { kind: 'add' }>;
  },
): Promise<void> {
  const { id, user_id, filename } = upload;
  const timestamp = now().toISOString();
  const revisions = await db.transaction().execute(async (trx) => {
    await finishUpload(trx, upload, timestamp);
    const book = await ownBookWithFile(trx, user_id, purpose.book.id);
    await requireRoomForFiles(trx, book);
    const current = await currentDigest(trx, book.id);
    const added = await addAnnotations(
      trx,
      annotations,
      { bookId: book.id, userId: user_id, fileId: id },
      now(),
    );
    const places = JSON.stringify(added.places);
    await addRows(trx, 'book_files', {
      ...editionOfNew(metadata, book),
      id,
      book_id: book.id,
      user_id,
      format,
      source_format: source_format ?? null,
      file_name: cleanLine(filename, 255),
      file_size: bytes,
      extra_bytes: Buffer.byteLength(places),
      sha256,
      content_digest: contentDigest,
      places,
      created_at: timestamp,
    });
    const changed = await changeBook(trx, book.id, { updated_at: timestamp });
    await saveAllDigests(trx, changed, current);
    await trx.updateTable('uploads').set({ book_id: book.id }).where('id', '=', id).execute();
    return raiseRevisions(trx, user_id, ['books', ...added.changed]);
  });
  liveEvents.changed(user_id, revisions);
}

/**
 * Adds the annotations in a file to its book, where they say that they are in another file than the one that is read.
 * @returns their places in the file, and the changed areas
 */
async function addAnnotations(
  trx: Db,
  annotations: readonly FileAnnotation[],
  { bookId, userId, fileId }: { bookId: string; userId: string; fileId: string },
  now: Date,
): Promise<{ places: KeptPlaces; changed: ChangeArea[] }> {
  if (annotations.length === 0) return { places: {}, changed: [] };
  const before = await placesByKey(trx, bookId);
  const changed = await storeAnnotations(trx, annotations, { id: bookId, user_id: userId }, now);
  const added = [...(await placesByKey(trx, bookId))].filter(([key]) => !before.has(key));
  for (const [key, { position }] of added) {
    const [table, id = ''] = key.split(' ');
    const words = JSON.stringify({ ...(position?.quote && { quote: position.quote }), file_id: fileId });
    await trx
      .updateTable(table as 'highlights' | 'notes')
      .set({ position: words, page: null })
      .where('id', '=', id)
      .execute();
  }
  return { places: placesLeft(new Map(added), await placesByKey(trx, bookId)), changed };
}

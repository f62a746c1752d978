import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import type { SignedInUser } from '../../http/routing/route.ts';
import type { Db } from '../../store/db.ts';
import type { DevicePlacesTable, SyncDocumentsTable } from '../../store/deviceTables.ts';
import { findRow, putRow, removeRows } from '../../store/rows.ts';
import type { BookRow } from '../../store/schema.ts';

export type SyncDocument = SyncDocumentsTable;

/**
 * The user's book for a document of a device: by content digest, else by file name. Of several, the one changed last.
 */
export async function bookOfDocument(db: Db, userId: string, document: string): Promise<BookRow | undefined> {
  return db
    .selectFrom('books')
    .innerJoin('book_digests', 'book_digests.book_id', 'books.id')
    .selectAll('books')
    .where('book_digests.user_id', '=', userId)
    .where('book_digests.digest', '=', document.toLowerCase())
    .where('books.user_id', '=', userId)
    .orderBy('book_digests.kind')
    .orderBy('books.updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether a document is a file of the book that is not the one that is read. */
export async function isFurtherFile(db: Db, { id }: { id: string }, document: string): Promise<boolean> {
  const file = await findRow(db, 'book_files', { book_id: id, content_digest: document.toLowerCase() }, [
    'id',
  ]);
  return file !== undefined;
}

/** More devices of one user than this are not compared. */
const maxDevices = 50;

/** The latest position of each device in a document, newest first. */
export async function findSyncDocuments(db: Db, userId: string, document: string): Promise<SyncDocument[]> {
  return db
    .selectFrom('sync_documents')
    .selectAll()
    .where('user_id', '=', userId)
    .where('document', '=', document)
    .orderBy('updated_at', 'desc')
    .limit(maxDevices)
    .execute();
}

/** The positions of devices in the file of a book, oldest first. */
export async function documentsOfBook(
  db: Db,
  { id, user_id }: { id: string; user_id: string },
): Promise<SyncDocument[]> {
  return db
    .selectFrom('sync_documents')
    .innerJoin('book_digests', 'book_digests.digest', 'sync_documents.document')
    .selectAll('sync_documents')
    .where('book_digests.book_id', '=', id)
    .where('sync_documents.user_id', '=', user_id)
    .orderBy('sync_documents.updated_at')
    .limit(maxDevices)
    .execute();
}

/** Whether another device than this one sends positions with the same app password. */
export async function hasOtherDevice(
  db: Db,
  user: { id: string; sessionId: string },
  deviceId: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('sync_documents')
    .select('device_id')
    .where('user_id', '=', user.id)
    .where('app_password_id', '=', user.sessionId)
    .where('device_id', '!=', deviceId)
    // Of another protocol.
    .where('document', 'not like', 'opds %')
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Stores a device's position. Beyond the limit of positions, the oldest are deleted. */
export async function saveSyncDocument(db: Db, row: SyncDocument): Promise<void> {
  const { user_id, document, app_password_id, device_id, ...reported } = row;
  if (row.place_at !== null)
    await db
      .updateTable('sync_documents')
      .set({ place_at: '' })
      .where('user_id', '=', user_id)
      .where('document', '=', document)
      .where('place_at', 'is not', null)
      .execute();
  await putRow(db, 'sync_documents', row, ['user_id', 'document', 'app_password_id', 'device_id'], reported);
  const tooMany = await db
    .selectFrom('sync_documents')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('updated_at', 'desc')
    .limit(100)
    .offset(limits.syncDocuments)
    .execute();
  for (const old of tooMany)
    await removeRows(db, 'sync_documents', {
      user_id,
      document: old.document,
      app_password_id: old.app_password_id,
      device_id: old.device_id,
    });
}

type Row = DevicePlacesTable;
/** `sessionId` is the id of the app password. */
type Device = Pick<SignedInUser, 'id' | 'sessionId'>;

/** The position that a device has last seen in a book. */
export async function seenPlaceOf(db: Db, device: Device, bookId: string): Promise<Row | undefined> {
  return findRow(db, 'device_places', { app_password_id: device.sessionId, book_id: bookId });
}

/** Records the position that a device has seen. */
export async function recordSeenPlace(
  db: Db,
  device: Device,
  bookId: string,
  changes: Partial<Pick<Row, 'seen_place_at' | 'pulled_at'>>,
): Promise<void> {
  const ids = { app_password_id: device.sessionId, user_id: device.id, book_id: bookId };
  const row = { ...ids, seen_place_at: null, pulled_at: null, ...changes };
  await putRow(db, 'device_places', row, ['app_password_id', 'book_id'], changes);
}

import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../store/db.ts';
import type { SyncDocumentsTable } from '../store/deviceTables.ts';
import type { BooksTable } from '../store/schema.ts';

export type SyncDocument = Selectable<SyncDocumentsTable>;

/**
 * The user's book for a document of a device: by content digest, else by file name. Of several, the one changed last.
 */
export async function bookOfDocument(
  db: Db,
  userId: string,
  document: string,
): Promise<Selectable<BooksTable> | undefined> {
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

/** The latest position that a device has sent for a document. */
export async function findSyncDocument(
  db: Db,
  userId: string,
  document: string,
): Promise<SyncDocument | undefined> {
  return db
    .selectFrom('sync_documents')
    .selectAll()
    .where('user_id', '=', userId)
    .where('document', '=', document)
    .executeTakeFirst();
}

/** Stores a device's position. Beyond the limit of documents, the oldest is deleted. */
export async function saveSyncDocument(db: Db, row: SyncDocument): Promise<void> {
  const { user_id, document, ...reported } = row;
  const changed = await db
    .updateTable('sync_documents')
    .set(reported)
    .where('user_id', '=', user_id)
    .where('document', '=', document)
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return;
  await db.insertInto('sync_documents').values(row).execute();
  const tooMany = await db
    .selectFrom('sync_documents')
    .select('document')
    .where('user_id', '=', user_id)
    .orderBy('updated_at', 'desc')
    .limit(100)
    .offset(limits.syncDocuments)
    .execute();
  if (tooMany.length === 0) return;
  const documents = tooMany.map((old) => old.document);
  await db
    .deleteFrom('sync_documents')
    .where('user_id', '=', user_id)
    .where('document', 'in', documents)
    .execute();
}

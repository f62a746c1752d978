import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { asBook, bookColumns } from '../../library/books/bookView.ts';
import { AppError } from '../../run/common/errors.ts';
import type { ErrorLog } from '../../run/common/runInBackground.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { findOwn } from '../../store/ownRows.ts';
import { removeRows } from '../../store/rows.ts';
import type { UploadsTable } from '../../store/schema.ts';

/**
 * Loads an upload of the user.
 * @throws AppError upload_not_found, also for another user's upload
 */
export async function ownUpload(db: Db, userId: string, id: string): Promise<UploadsTable> {
  const row = await findOwn(db, 'uploads', userId, id);
  if (!row) throw new AppError('upload_not_found');
  return row;
}

/**
 * Deletes an unfinished upload with its bytes.
 * @throws AppError conflict when the ingest has begun or is done
 */
export async function cancelUpload(
  services: Pick<Services, 'db' | 'staging'>,
  userId: string,
  id: string,
  log: ErrorLog,
): Promise<void> {
  await forgetUpload(services.db, userId, id);
  await removeStaged(services, id, log);
}

/** Deletes the bytes of a deleted upload. Errors are logged, and housekeeping cleans up later. */
export async function removeStaged(
  { staging }: Pick<Services, 'staging'>,
  id: string,
  log: ErrorLog,
): Promise<void> {
  try {
    await staging.remove(id);
  } catch (err) {
    log.error({ err }, 'the bytes of an upload could not be removed');
  }
}

export async function forgetUpload(db: Db, userId: string, id: string): Promise<void> {
  const upload = await ownUpload(db, userId, id);
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('id', '=', upload.id)
    .where('state', 'not in', ['ingesting', 'done'])
    .executeTakeFirst();
  if (numDeletedRows === 0n) {
    throw new AppError(
      'conflict',
      'This upload is already a book, or about to become one. Delete the book instead.',
    );
  }
}

/**
 * Deletes an upload that is incomplete.
 * @returns whether its bytes are of no use: it was incomplete, or was deleted meanwhile, perhaps with its account
 */
export async function forgetReceiving(db: Db, id: string): Promise<boolean> {
  if ((await removeRows(db, 'uploads', { id, state: 'receiving' })) > 0) return true;
  return (await db.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst()) === undefined;
}

type Needs = Pick<Services, 'config' | 'signedUrls'>;
type Row = UploadsTable;
type Viewer = { sessionId: string };

/** An upload as the API returns it, with its book if there is one. */
export async function asUpload(db: Db, services: Needs, row: Row, user: Viewer): Promise<Upload> {
  const [upload] = await asUploads(db, services, [row], user);
  return upload as Upload;
}

/** Several uploads, loading their books together. */
export async function asUploads(
  db: Db,
  services: Needs,
  rows: readonly Row[],
  user: Viewer,
): Promise<Upload[]> {
  const ids = rows.flatMap(({ book_id }) => book_id ?? []);
  const books =
    ids.length === 0 ? [] : await db.selectFrom('books').select(bookColumns).where('id', 'in', ids).execute();
  const bookOf = new Map(books.map((book) => [book.id, asBook(services, book, user)]));
  return rows.map((row) => ({
    id: row.id,
    filename: row.filename,
    size: row.size,
    state: row.state,
    progress: row.progress,
    book: (row.book_id && bookOf.get(row.book_id)) || null,
    duplicate: row.duplicate === 1,
    error: row.error === null ? null : JSON.parse(row.error),
    created_at: row.created_at,
  }));
}

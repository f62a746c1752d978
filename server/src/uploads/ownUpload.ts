import { AppError } from '../common/errors.ts';
import type { ErrorLog } from '../common/runInBackground.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import type { UploadsTable } from '../store/schema.ts';

/** The reader's upload. Another reader's is upload_not_found, as if it were not there. */
export async function ownUpload(db: Db, userId: string, id: string): Promise<UploadsTable> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new AppError('upload_not_found');
  return row;
}

/** Forgets an upload that is no book yet, with its bytes. Throws conflict when the ingest has begun or is done. */
export async function cancelUpload(
  services: Pick<Services, 'db' | 'staging'>,
  userId: string,
  id: string,
  log: ErrorLog,
): Promise<void> {
  await forgetUpload(services.db, userId, id);
  await removeStaged(services, id, log);
}

/** Removes the bytes of an upload that is forgotten. What fails is logged: the housekeeping sweeps up what is left. */
export async function removeStaged(
  { staging }: Pick<Services, 'staging'>,
  id: string,
  log: ErrorLog,
): Promise<void> {
  try {
    await staging.remove(id);
  } catch (err) {
    log.error({ err }, 'the bytes of an upload are still there');
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

/** Forgets an upload of which not all bytes are here. @returns whether it was one */
export async function forgetReceiving(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

import { AppError } from '../../run/common/errors.ts';
import type { ErrorLog } from '../../run/common/runInBackground.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import type { UploadsTable } from '../../store/schema.ts';

/**
 * Loads an upload of the user.
 * @throws AppError upload_not_found, also for another user's upload
 */
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
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .executeTakeFirst();
  if (numDeletedRows > 0n) return true;
  return (await db.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst()) === undefined;
}

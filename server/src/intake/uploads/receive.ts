import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import { ownFurtherFile, requireRoomForFiles } from '../../library/books/bookFiles.ts';
import { ownBookWithFile } from '../../library/books/ownBook.ts';
import { AppError, type ErrorCode } from '../../run/common/errors.ts';
import type { Db, Services } from '../../run/services/services.ts';
import { findOwn } from '../../store/ownRows.ts';
import { addRows, changeRows } from '../../store/rows.ts';
import type { UploadsTable } from '../../store/schema.ts';
import { requireFreeSlot, storageUseOf, unfinished } from './storageQuota.ts';

type Needs = Pick<Services, 'config' | 'db' | 'engine' | 'ingest' | 'limits' | 'now' | 'staging'>;

/** Above what migrating a library needs: small books take 25 ms each on two cores. */
const uploadLimit = { tries: 6_000, seconds: 60 };

/** An upload before its first byte. */
interface NewUpload {
  id: string;
  userId: string;
  filename: string | null | undefined;
  /**
   * The user's book that it is for, as a further file where the book has one; others are ignored. With `replaces`, only
   * a file of the same work replaces the other.
   */
  forBook?: string | null | undefined;
  /** The book whose file it replaces. */
  replaces?: string | null | undefined;
}

/**
 * Registers a new upload before its first byte, if the quota allows it.
 * @throws AppError empty_file, file_too_large, quota_exceeded, too_many_uploads, too_many_requests or limit_reached;
 * for a replacement, not_found or conflict
 */
export async function beginUpload(services: Needs, upload: NewUpload & { size: number }): Promise<void> {
  if (upload.size === 0) throw new AppError('empty_file');
  await reserveUpload(services, upload, { atLeast: upload.size, atMost: upload.size });
}

const untouched = { received: 0, progress: 0, attempts: 0, duplicate: 0 } as const;

/**
 * Registers a new upload of unknown size and reserves up to `atMost` bytes; resizeUpload() releases what is not
 * needed. Throws as beginUpload() does when `atLeast` bytes do not fit.
 * @returns the reserved bytes
 */
export async function reserveUpload(
  services: Needs,
  { id, userId, filename, forBook, replaces }: NewUpload,
  { atLeast, atMost }: { atLeast: number; atMost: number },
): Promise<number> {
  const { config } = services;
  if (atLeast > config.maxUploadBytes) throw new AppError('file_too_large');
  await services.limits.hit('uploads', userId, uploadLimit);
  services.ingest.prepare();
  return services.engine.withLock(userId, async (trx) => {
    const freed = replaces ? await bytesToReplace(trx, userId, replaces) : 0;
    const target = forBook ? await findOwn(trx, 'books', userId, forBook) : undefined;
    if (target && !replaces) await requireRoomForFiles(trx, target);
    const use = await storageUseOf(trx, userId, config);
    requireFreeSlot(use, config);
    const freeBytes = use.bytesLeft + freed;
    if (freeBytes < Math.max(1, atLeast)) throw new AppError('quota_exceeded');
    const size = Math.min(atMost, freeBytes, config.maxUploadBytes);
    const now = services.now().toISOString();
    await addRows(trx, 'uploads', {
      id,
      user_id: userId,
      filename: cleanFilename(filename),
      size,
      state: 'receiving',
      ...untouched,
      for_book: target?.id ?? null,
      replaces: replaces ?? null,
      created_at: now,
      updated_at: now,
    });
    return size;
  });
}

/**
 * Reads a stored file of a book again, to be read instead of the present one or as a book of its own, and waits for
 * it. It takes its turn among the uploads of the user.
 * @throws AppError not_found, conflict or too_many_uploads; why the file cannot be read
 */
export async function readStoredFile(
  services: Needs,
  userId: string,
  { bookId, fileId, replaces }: { bookId: string; fileId: string; replaces: boolean },
): Promise<UploadsTable> {
  const id = randomUUID();
  await services.limits.hit('uploads', userId, uploadLimit);
  services.ingest.prepare();
  await services.engine.withLock(userId, async (trx) => {
    const file = await ownFurtherFile(trx, userId, { id: fileId, bookId });
    if (replaces) await bytesToReplace(trx, userId, bookId);
    requireFreeSlot(await storageUseOf(trx, userId, services.config), services.config);
    const now = services.now().toISOString();
    await addRows(trx, 'uploads', {
      id,
      user_id: userId,
      filename: file.file_name,
      // The file counts already.
      size: 0,
      state: 'queued',
      ...untouched,
      replaces: replaces ? bookId : null,
      chosen_file: file.id,
      created_at: now,
      updated_at: now,
    });
  });
  services.ingest.enqueue(id, userId);
  const { error, ...upload } = await services.ingest.finished(id);
  if (error === null) return { ...upload, error };
  const body = JSON.parse(error) as ErrorBody;
  throw new AppError(body.code as ErrorCode, body.error);
}

/**
 * Sets the size of a complete upload.
 * @throws AppError empty_file; upload_not_found when it was cancelled
 */
export async function resizeUpload(
  { db }: Pick<Needs, 'db'>,
  id: string,
  { size, filename }: { size: number; filename: string | null | undefined },
): Promise<void> {
  if (size === 0) throw new AppError('empty_file');
  if (
    (await changeRows(
      db,
      'uploads',
      { id, state: 'receiving' },
      { size, filename: cleanFilename(filename) },
    )) === 0
  )
    throw new AppError('upload_not_found');
}

/** Finishes an upload: makes it durable, queues the ingest once, and waits for the result. Idempotent. */
export async function completeUpload(services: Needs, uploadId: string): Promise<UploadsTable> {
  const row = await uploadRow(services.db, uploadId);
  if (row.state === 'done' || row.state === 'refused') return row;
  if (row.state === 'receiving') {
    await services.staging.settle(uploadId);
    if (
      (await changeRows(
        services.db,
        'uploads',
        { id: uploadId, state: 'receiving' },
        { state: 'queued', updated_at: services.now().toISOString() },
      )) > 0
    )
      services.ingest.enqueue(uploadId, row.user_id);
  }
  return services.ingest.finished(uploadId);
}

export async function uploadRow(db: Db, uploadId: string): Promise<UploadsTable> {
  const row = await db.selectFrom('uploads').selectAll().where('id', '=', uploadId).executeTakeFirst();
  if (!row) throw new AppError('upload_not_found');
  return row;
}

/**
 * The size of the file to be replaced, which will be free afterwards.
 * @throws AppError not_found for a book without a file; conflict when another upload is replacing it
 */
async function bytesToReplace(db: Db, userId: string, bookId: string): Promise<number> {
  const book = await ownBookWithFile(db, userId, bookId);
  const other = await db
    .selectFrom('uploads')
    .select('id')
    .where('user_id', '=', userId)
    .where('replaces', '=', book.id)
    .where('state', 'in', unfinished)
    .executeTakeFirst();
  if (other)
    throw new AppError(
      'conflict',
      'Another file is on its way for this book. Wait until it is there, or cancel it under Uploads.',
    );
  return Number(book.file_size) + Number(book.extra_bytes);
}

/** Control characters, and bidi controls that make a name read as another. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const maxLength = 200;

/**
 * A display name for an uploaded file: the last path segment without invisible characters, at most 200 characters
 * including the extension. It is never used as a path.
 */
export function cleanFilename(given: string | null | undefined): string {
  const last = (given ?? '').slice(0, 4_000).replace(/^.*[/\\]/s, '');
  const name = last.normalize('NFC').replaceAll(invisible, '').replaceAll(/\s+/g, ' ').trim();
  if (name === '' || /^\.+$/.test(name)) return 'book';
  if (name.length <= maxLength) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, maxLength - ending.length).toWellFormed()}${ending}`;
}

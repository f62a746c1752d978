/** Storage quota and concurrent uploads of a user. */
import { sql } from 'kysely';
import { AppError } from '../../run/common/errors.ts';
import type { Config } from '../../run/config/config.ts';
import type { Db, Services } from '../../run/services/services.ts';
import { bounded } from '../../store/bounds.ts';
import type { IngestedBook } from '../ingest/ingestedBook.ts';
import { limits } from '../ingest/limits.ts';

/** Retry-After in seconds when there are too many uploads. */
const retryAfter = 5;

/** States of unfinished uploads. Written as literals in queries, so that the partial index is used. */
export const unfinished = (['receiving', 'queued', 'ingesting'] as const).map((state) => sql.lit(state));

/** The user's storage and unfinished uploads. */
export interface StorageUse {
  books: number;
  /** Number of unfinished uploads. */
  uploads: number;
  /**
   * Remaining bytes; negative beyond the quota. Unfinished uploads count too, so that parallel uploads cannot exceed
   * the limit.
   */
  bytesLeft: number;
}

export async function storageUseOf(
  db: Db,
  userId: string,
  { quotaBytes }: Pick<Config, 'quotaBytes'>,
): Promise<StorageUse> {
  const { quota_bytes: ownQuota } = await db
    .selectFrom('users')
    .select('quota_bytes')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { uploads, coming } = await db
    .selectFrom('uploads')
    .select(({ fn, lit }) => [
      fn.coalesce(fn.sum<number>('size'), lit(0)).as('coming'),
      fn.countAll<number>().as('uploads'),
    ])
    .where('user_id', '=', userId)
    .where('state', 'in', unfinished)
    .executeTakeFirstOrThrow();
  const { books, files, extra } = await db
    .selectFrom('books')
    .select(({ fn, lit }) => [
      fn.coalesce(fn.sum<number>('file_size'), lit(0)).as('files'),
      fn.coalesce(fn.sum<number>('extra_bytes'), lit(0)).as('extra'),
      fn.countAll<number>().as('books'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const further = await db
    .selectFrom('book_files')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>(sql`file_size + extra_bytes`), lit(0)).as('files'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const bin = await db
    .selectFrom('row_history')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('file_bytes'), lit(0)).as('files'))
    .where('user_id', '=', userId)
    .where('file_bytes', 'is not', null)
    .executeTakeFirstOrThrow();
  return {
    books: Number(books),
    uploads: Number(uploads),
    bytesLeft: [files, extra, further.files, bin.files, coming].reduce<number>(
      (left, bytes) => left - Number(bytes),
      Number(ownQuota ?? quotaBytes),
    ),
  };
}

/** @throws AppError too_many_uploads or limit_reached when the user may not begin another upload */
export function requireFreeSlot(
  { books, uploads }: StorageUse,
  { openUploads }: Pick<Config, 'openUploads'>,
): void {
  if (uploads >= openUploads) {
    const error = new AppError('too_many_uploads');
    error.retryAfter = retryAfter;
    throw error;
  }
  if (books + uploads >= bounded.books.rows) throw new AppError('limit_reached', bounded.books.sentence);
}

/**
 * Bytes that a book counts against the quota beside its file: the index stores uncompressed text, which may be a
 * hundred times the file. For normal books it is zero.
 */
export function extraBytes({ passages }: Pick<IngestedBook, 'passages'>, fileBytes: number): number {
  const text = passages.reduce((sum, passage) => sum + Buffer.byteLength(passage.text), 0);
  return Math.max(0, Math.ceil(text / limits.freeTextRatio) - fileBytes);
}

/** @throws AppError quota_exceeded when the unpacked text does not fit */
export async function requireQuotaForText(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: string,
  extra: number,
): Promise<void> {
  if (extra === 0) return;
  const { bytesLeft } = await storageUseOf(db, userId, config);
  if (extra > bytesLeft) throw new AppError('quota_exceeded');
}

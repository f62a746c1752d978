/** How much a reader may still upload. */
import { sql } from 'kysely';
import { AppError } from '../common/errors.ts';
import type { Config } from '../config/config.ts';
import type { IngestedBook } from '../ingest/ingestedBook.ts';
import { limits } from '../ingest/limits.ts';
import type { Db, Services } from '../services/services.ts';
import { bounded } from '../store/bounds.ts';

/** Seconds after which one of too many uploads may be done. */
const retryAfter = 5;

/** States of uploads under way. Written out in queries: only so do they fit the index of those. */
export const unfinished = (['receiving', 'queued', 'ingesting'] as const).map((state) => sql.lit(state));

/** What a reader has, and what of it is on its way. */
export interface Room {
  books: number;
  /** Under way. */
  uploads: number;
  /**
   * What may still be added; below zero where there is more than the quota. What is stored and what is on its way count
   * alike, so that many uploads at once cannot go round the limit.
   */
  bytesLeft: number;
}

export async function roomOf(
  db: Db,
  userId: string,
  { quotaBytes }: Pick<Config, 'quotaBytes'>,
): Promise<Room> {
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
  return {
    books: Number(books),
    uploads: Number(uploads),
    bytesLeft: Number(ownQuota ?? quotaBytes) - Number(files) - Number(extra) - Number(coming),
  };
}

/** Throws too_many_uploads or limit_reached, when a reader may not begin another upload. */
export function requireFreePlace(
  { books, uploads }: Room,
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
 * What a book counts against the quota beyond the bytes of its file: the text of a file is kept unpacked for search,
 * and may be a hundred times the file. Of ordinary books the file alone counts.
 */
export function extraBytes({ passages }: Pick<IngestedBook, 'passages'>, fileBytes: number): number {
  const text = passages.reduce((sum, passage) => sum + Buffer.byteLength(passage.text), 0);
  return Math.max(0, Math.ceil(text / limits.freeTextRatio) - fileBytes);
}

/** Throws quota_exceeded when a reader has no room for what a file unpacks to. */
export async function requireRoomForText(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: string,
  extra: number,
): Promise<void> {
  if (extra === 0) return;
  const { bytesLeft } = await roomOf(db, userId, config);
  if (extra > bytesLeft) throw new AppError('quota_exceeded');
}

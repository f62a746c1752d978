import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Db, Services } from '../services.ts';
import type { UploadsTable } from '../store/schema.ts';
import { cleanFilename } from './filename.ts';

type Needs = Pick<Services, 'config' | 'db' | 'engine' | 'ingest' | 'limits' | 'now' | 'staging'>;

/** So many a reader may have under way at once. */
const mostOpen = 500;
/** Whoever moves a library here stays below it: small books take 25 ms each on two cores. */
const uploadLimit = { tries: 6_000, seconds: 60 };
/** Written out in the query: only so does it fit the index of those. */
const unfinished = (['receiving', 'queued', 'ingesting'] as const).map((state) => sql.lit(state));

/**
 * Writes down a new upload before its first byte, if there is room for all of it.
 * Throws empty_file, file_too_large or quota_exceeded.
 */
export async function beginUpload(
  services: Needs,
  {
    id,
    userId,
    filename,
    size,
    forBook,
  }: {
    id: string;
    userId: string;
    filename: string | null | undefined;
    size: number;
    /** The book without a file that it is for; any other is passed over when the file is read. */
    forBook?: string | null | undefined;
  },
): Promise<void> {
  const { config, db } = services;
  if (size === 0) throw new AppError('empty_file');
  if (size > config.maxUploadBytes) throw new AppError('file_too_large');
  await services.limits.hit('uploads', userId, uploadLimit);
  services.ingest.expect();
  await db.transaction().execute(async (trx) => {
    await services.engine.takeTurn(trx, userId);
    await refuseOverQuota(trx, userId, size, config.quotaBytes);
    const now = services.now().toISOString();
    await trx
      .insertInto('uploads')
      .values({
        id,
        user_id: userId,
        filename: cleanFilename(filename),
        size,
        state: 'receiving',
        received: 0,
        progress: 0,
        attempts: 0,
        book_id: null,
        for_book: forBook ?? null,
        duplicate: 0,
        error: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
  });
}

/**
 * All bytes are here: makes them durable, hands them to the ingest once, and waits for what becomes of them. Asked
 * again, it gives the same answer.
 */
export async function completeUpload(services: Needs, uploadId: string): Promise<UploadsTable> {
  const row = await uploadRow(services.db, uploadId);
  if (row.state === 'done' || row.state === 'refused') return row;
  if (row.state === 'receiving') {
    await services.staging.settle(uploadId);
    const { numUpdatedRows } = await services.db
      .updateTable('uploads')
      .set({ state: 'queued', updated_at: services.now().toISOString() })
      .where('id', '=', uploadId)
      .where('state', '=', 'receiving')
      .executeTakeFirst();
    if (numUpdatedRows > 0n) services.ingest.enqueue(uploadId);
  }
  return services.ingest.finished(uploadId);
}

export async function uploadRow(db: Db, uploadId: string): Promise<UploadsTable> {
  const row = await db.selectFrom('uploads').selectAll().where('id', '=', uploadId).executeTakeFirst();
  if (!row) throw new AppError('upload_not_found');
  return row;
}

/** What is stored and what is on its way count alike, so that many uploads at once cannot go round the limit. */
async function refuseOverQuota(db: Db, userId: string, size: number, quota: number): Promise<void> {
  const { stored } = await db
    .selectFrom('books')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('file_size'), eb.lit(0)).as('stored'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const { coming, uploads } = await db
    .selectFrom('uploads')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('coming'),
      eb.fn.countAll<number>().as('uploads'),
    ])
    .where('user_id', '=', userId)
    .where('state', 'in', unfinished)
    .executeTakeFirstOrThrow();
  if (Number(uploads) >= mostOpen) throw new AppError('too_many_requests');
  if (Number(stored) + Number(coming) + size > quota) throw new AppError('quota_exceeded');
}

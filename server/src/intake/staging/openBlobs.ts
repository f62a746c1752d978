import { join } from 'node:path';
import { StartError } from '../../run/common/errors.ts';
import type { Config } from '../../run/config/config.ts';
import { type Blobs, blobKeys } from '../../store/blobs/blobs.ts';
import { fileBlobs } from '../../store/blobs/files.ts';
import type { Db } from '../../store/db.ts';
import { fileStaging, type Staging, stagingFolder } from './staging.ts';

/** Opens the configured blob store and the staging of uploads. Throws when it cannot be used. */
export async function openBlobs(config: Config, db: Db): Promise<{ blobs: Blobs; staging: Staging }> {
  if (config.bucket === null) {
    return { blobs: fileBlobs(join(config.dataDir, 'blobs')), staging: fileStaging(config) };
  }
  // The S3 client is loaded only when needed.
  const { bucketBlobs } = await import('../../store/blobs/bucket.ts');
  const { bucketStaging } = await import('./bucket.ts');
  const blobs = bucketBlobs(config.bucket, stagingFolder(config));
  await blobs.check();
  return { blobs, staging: bucketStaging(db, blobs, config) };
}

/**
 * Checks at startup that database and files belong together.
 * @throws StartError when there are files but no accounts, since the next visitor would become administrator of an
 * existing library
 */
export async function refuseEmptyDatabase({ db, blobs }: { db: Db; blobs: Blobs }): Promise<void> {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return;
  if (await blobs.isEmpty(blobKeys.allBooks)) return;
  throw new StartError(
    'The database has no readers, but there are files of books beside it. If a restore was interrupted, do it again. ' +
      'Otherwise set DATA_DIR, DATABASE_URL and S3_BUCKET to what belongs together, or to an empty folder, database and bucket for a new library. Nothing was changed.',
  );
}

/** Books whose files are checked at startup. */
const sampleSize = 3;

/**
 * Whether the files of the first books are all missing: an unmounted folder, another bucket, or a restore without
 * files.
 */
export async function areFilesMissing({ db, blobs }: { db: Db; blobs: Blobs }): Promise<boolean> {
  const books = await db
    .selectFrom('books')
    .select('id')
    .where('format', '!=', 'none')
    .orderBy('id')
    .limit(sampleSize)
    .execute();
  for (const { id } of books) if (!(await blobs.isEmpty(blobKeys.book(id)))) return false;
  return books.length > 0;
}

import { join } from 'node:path';
import type { Blobs } from '../blobs/blobs.ts';
import { fileBlobs } from '../blobs/files.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../store/db.ts';
import { fileStaging } from './files.ts';
import { type Staging, stagingFolder } from './staging.ts';

/** Opens the configured blob store and the staging of uploads. Throws when it cannot be used. */
export async function openBlobs(config: Config, db: Db): Promise<{ blobs: Blobs; staging: Staging }> {
  if (config.bucket === null) {
    return { blobs: fileBlobs(join(config.dataDir, 'blobs')), staging: fileStaging(config) };
  }
  // The S3 client is loaded only when needed.
  const { bucketBlobs } = await import('../blobs/bucket.ts');
  const { bucketStaging } = await import('./bucket.ts');
  const blobs = bucketBlobs(config.bucket, stagingFolder(config));
  await blobs.check();
  return { blobs, staging: bucketStaging(db, blobs, config) };
}

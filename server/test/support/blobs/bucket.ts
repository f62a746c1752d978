import { tmpdir } from 'node:os';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { bucketSettings } from '../../../src/run/config/bucketSettings.ts';
import { type BucketBlobs, bucketBlobs } from '../../../src/store/blobs/bucket.ts';

/** Settings of a server without a bucket, whatever the tests use. */
export const noBucket = {
  S3_BUCKET: '',
  S3_ENDPOINT: '',
  S3_PREFIX: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
};

/**
 * S3_TEST=http://key:secret@host:port makes every server test use a bucket on that host, named lectern-test, each
 * with its own prefix.
 * @returns the settings; without S3_TEST, those without a bucket
 */
export async function bucketFor(name: string): Promise<Record<string, string>> {
  const address = process.env.S3_TEST;
  if (!address) return noBucket;
  const { origin, username, password } = new URL(address);
  const settings = {
    S3_BUCKET: 'lectern-test',
    S3_ENDPOINT: origin,
    S3_PREFIX: `${name}/`,
    S3_ACCESS_KEY_ID: decodeURIComponent(username),
    S3_SECRET_ACCESS_KEY: decodeURIComponent(password),
  };
  made ??= makeBucket(settings);
  await made;
  return settings;
}

let made: Promise<void> | undefined;

async function makeBucket(settings: Record<string, string>): Promise<void> {
  const client = new S3Client({
    endpoint: settings.S3_ENDPOINT ?? '',
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: {
      accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
    },
  });
  await client.send(new CreateBucketCommand({ Bucket: settings.S3_BUCKET ?? '' })).catch((error: Error) => {
    if (!/^BucketAlready/.test(error.name)) throw error;
  });
  client.destroy();
}

/** Opens the bucket of these settings; null when there is none. */
export function openBucket(settings: Record<string, string>): BucketBlobs | null {
  const bucket = bucketSettings(settings);
  return bucket && bucketBlobs(bucket, tmpdir());
}

export async function emptyBucketOf(name: string): Promise<void> {
  await openBucket(await bucketFor(name))?.removeAll('');
}

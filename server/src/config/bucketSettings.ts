import { StartError } from '../common/errors.ts';

/** An S3-compatible bucket for the files of a library. */
export interface BucketSettings {
  bucket: string;
  /** Of a store that is not Amazon's, as in https://s3.example.org; null for Amazon's of the region. */
  endpoint: string | null;
  region: string;
  /** In front of every key, with a slash at its end; empty for none. */
  prefix: string;
  /** Null: from where Amazon's tools take them (environment, shared file, role of the machine). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/**
 * S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_PREFIX, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; null without a bucket.
 * Throws an Error with a sentence for the operator, which repeats no secret.
 */
export function bucketSettings(env: Readonly<Record<string, string | undefined>>): BucketSettings | null {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId } = env;
  const secretAccessKey = env.S3_SECRET_ACCESS_KEY;
  // The others alone may be for publishing remotes.
  if (!bucket) return null;
  if (endpoint && !(/^https?:\/\//.test(endpoint) && URL.canParse(endpoint)))
    throw new StartError('S3_ENDPOINT must be an address such as https://s3.example.org.');
  if (!accessKeyId !== !secretAccessKey)
    throw new StartError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither.');
  const prefix = env.S3_PREFIX ?? '';
  if (!/^([A-Za-z0-9][A-Za-z0-9._-]*\/)*[A-Za-z0-9._-]*$/.test(prefix))
    throw new StartError(`S3_PREFIX must be a path such as lectern/, not '${prefix}'.`);
  return {
    bucket,
    endpoint: endpoint || null,
    region: env.S3_REGION || 'us-east-1',
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}

/**
 * A bucket by its address, s3://bucket/prefix, on the store of S3_ENDPOINT and with its keys; null when it is none.
 * @param name of the setting, for what is said about it
 * @throws StartError
 */
export function bucketOfAddress(
  name: string,
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): BucketSettings | null {
  if (!address.startsWith('s3://')) return null;
  const [, bucket, prefix] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)((?:\/[A-Za-z0-9._-]+)*)\/?$/.exec(address) ?? [];
  if (!bucket) throw new StartError(`${name} must be a folder or s3://bucket/prefix, not '${address}'.`);
  return bucketSettings({
    S3_BUCKET: bucket,
    S3_PREFIX: prefix?.slice(1) ?? '',
    S3_ENDPOINT: env.S3_ENDPOINT,
    S3_REGION: env.S3_REGION,
    S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY,
  });
}

/** As bucketOfAddress reads it, with a slash at its end. */
export const bucketAddress = ({ bucket, prefix }: BucketSettings) => `s3://${bucket}/${prefix}`;

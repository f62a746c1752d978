import { StartError } from '../common/errors.ts';
import { addressIn, type Environment } from './environment.ts';

/** An S3-compatible bucket. */
export interface BucketSettings {
  bucket: string;
  /** Such as https://s3.example.org; null for AWS. */
  endpoint: string | null;
  region: string;
  /** Prefix of all keys, with a trailing slash; empty for none. */
  prefix: string;
  /** Null uses the default credential chain of AWS (environment, shared file, instance role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/**
 * Reads S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_PREFIX, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; null without a
 * bucket. Throws an Error for the operator, without secrets in its message.
 */
export function bucketSettings(env: Environment): BucketSettings | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  // The other settings may be there for publishing remotes only.
  if (!bucket) return null;
  if (!accessKeyId !== !secretAccessKey)
    throw new StartError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither.');
  const prefix = env.S3_PREFIX ?? '';
  if (!/^([A-Za-z0-9][A-Za-z0-9._-]*\/)*[A-Za-z0-9._-]*$/.test(prefix))
    throw new StartError(`S3_PREFIX must be a path such as lectern/, not '${prefix}'.`);
  return {
    bucket,
    endpoint: addressIn(env, 'S3_ENDPOINT', /^https?:/, 'https://s3.example.org'),
    region: env.S3_REGION || 'us-east-1',
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}

/**
 * Parses s3://bucket/prefix, with endpoint and credentials from the environment; null when it is not such a URL.
 * @param name of the setting, for error messages
 * @throws StartError
 */
export function bucketOfAddress(name: string, address: string, env: Environment): BucketSettings | null {
  if (!address.startsWith('s3://')) return null;
  const [, bucket, prefix] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)((?:\/[A-Za-z0-9._-]+)*)\/?$/.exec(address) ?? [];
  if (!bucket) throw new StartError(`${name} must be a folder or s3://bucket/prefix, not '${address}'.`);
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  const store = { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  return bucketSettings({ ...store, S3_BUCKET: bucket, S3_PREFIX: prefix?.slice(1) ?? '' });
}

/** The inverse of bucketOfAddress, with a trailing slash. */
export const bucketAddress = ({ bucket, prefix }: BucketSettings) => `s3://${bucket}/${prefix}`;

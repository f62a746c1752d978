import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { chunks } from '../../run/common/chunks.ts';
import { StartError } from '../../run/common/errors.ts';
import type { BucketSettings } from '../../run/config/bucketSettings.ts';
import { BlobNotFound, type Blobs, type LocalFile, safeKey } from './blobs.ts';
import { bucketClient } from './bucketClient.ts';

/** An object in a bucket, its key without the prefix. */
export interface StoredObject {
  key: string;
  size: number;
  changedAt: Date;
}

/** Blobs in a bucket, which can also be listed. */
export interface BucketBlobs extends Blobs {
  list(prefix: string): Promise<StoredObject[]>;
  /** Names of the folders directly below a prefix, sorted. */
  folders(prefix: string): Promise<string[]>;
}

/** Larger files are uploaded in parts: a single request is limited to 5 GB and restarts when it breaks. */
const partBytes = 64 * 1024 ** 2;
/** Parallel deletions. DeleteObjects, which takes many keys, requires checksums that not every store accepts. */
const deletionsAtOnce = 8;

/**
 * Blobs in an S3-compatible bucket, whose writes are atomic as `Blobs` requires.
 * @param folder where `local` puts its copies
 */
export function bucketBlobs(settings: BucketSettings, folder: string): BucketBlobs {
  const client = bucketClient(settings);
  const bucket = { Bucket: settings.bucket };
  const object = (key: string) => ({ ...bucket, Key: `${settings.prefix}${safeKey(key)}` });

  const read: Blobs['read'] = async (key, range) => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body, ContentLength } = await client
      .send(new GetObjectCommand({ ...object(key), Range }))
      .catch((error) => notFound(key, error));
    const bytes = Body instanceof Readable ? Body : Readable.from([]);
    // Before anything is sent: a cache would keep a wrong part like the right one.
    const expected = range ? range.end - range.start + 1 : ContentLength;
    if (ContentLength === undefined || ContentLength !== expected) {
      bytes.destroy();
      throw new Error(
        `The bucket answers ${Range ?? 'all'} of ${key} with ${ContentLength ?? 'any number of'} bytes.`,
      );
    }
    return bytes;
  };

  const { list, folders } = bucketListing(client, settings);

  return {
    async putFile(key, localPath) {
      const { size } = await stat(localPath);
      if (size > partBytes) await putParts(client, object(key), localPath, size);
      else await putWhole(client, object(key), () => createReadStream(localPath), size);
      await rm(localPath);
    },

    async put(key, bytes) {
      const answer = await client.send(
        new PutObjectCommand({ ...object(key), Body: bytes, ContentLength: bytes.byteLength }),
      );
      requireStored(answer);
    },

    read,

    async size(key) {
      const { ContentLength } = await client
        .send(new HeadObjectCommand(object(key)))
        .catch((error) => notFound(key, error));
      return ContentLength ?? 0;
    },

    local: async (key) => writeCopy(await read(key), folder),

    async removeAll(prefix) {
      const keys = (await list(prefix)).map(({ key }) => key);
      for (const some of chunks(keys, deletionsAtOnce))
        await Promise.all(some.map((key) => client.send(new DeleteObjectCommand(object(key)))));
    },

    async isEmpty(prefix) {
      const Prefix = `${settings.prefix}${prefix}`;
      const page = await client.send(new ListObjectsV2Command({ ...bucket, Prefix, MaxKeys: 1 }));
      return entriesOf(page).Contents.length === 0;
    },

    list,
    folders,

    async check() {
      await client.send(new HeadBucketCommand(bucket)).catch((error: unknown) => {
        throw new StartError(
          `The bucket of S3_BUCKET cannot be used: ${settings.bucket}, ${statusOf(error) ?? String(error)}.`,
        );
      });
    },
  };
}

/** Lists objects below the prefix of the settings. */
function bucketListing(client: S3Client, settings: BucketSettings): Pick<BucketBlobs, 'list' | 'folders'> {
  /** The store returns at most a thousand objects per page. */
  async function* pagesOf(prefix: string, options: { Delimiter?: string } = {}) {
    const Prefix = `${settings.prefix}${prefix}`;
    const tokens = new Set<string>();
    let ContinuationToken: string | undefined;
    for (;;) {
      const from = ContinuationToken ? { ContinuationToken } : {};
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: settings.bucket, Prefix, ...options, ...from }),
      );
      yield entriesOf(page);
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      if (ContinuationToken === undefined) return;
      if (tokens.has(ContinuationToken))
        throw new Error(`The bucket returns the same part of its list of ${Prefix} again and again.`);
      tokens.add(ContinuationToken);
    }
  }

  async function list(prefix: string): Promise<StoredObject[]> {
    const objects: StoredObject[] = [];
    for await (const { Contents } of pagesOf(prefix))
      for (const { Key, Size, LastModified } of Contents) {
        if (Key === undefined) continue;
        const key = Key.slice(settings.prefix.length);
        objects.push({ key, size: Size ?? 0, changedAt: LastModified ?? new Date(0) });
      }
    return objects;
  }

  async function folders(prefix: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { CommonPrefixes } of pagesOf(prefix, { Delimiter: '/' }))
      for (const { Prefix = '' } of CommonPrefixes)
        names.push(Prefix.slice(settings.prefix.length + prefix.length, -1));
    return names.sort();
  }

  return { list, folders };
}

/** Where an object is or will be. */
interface ObjectAddress {
  Bucket: string;
  Key: string;
}

/** Uploads a file part by part; the store sees all of it or nothing. */
async function putParts(client: S3Client, object: ObjectAddress, path: string, size: number): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
  const upload = { ...object, UploadId };
  try {
    const parts: CompletedPart[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const length = Math.min(partBytes, size - start);
      const part = { PartNumber: parts.length + 1 };
      const Body = createReadStream(path, { start, end: start + length - 1 });
      const { ETag } = await client.send(
        new UploadPartCommand({ ...upload, ...part, Body, ContentLength: length }),
      );
      parts.push({ ...part, ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}

/** Retries with a new stream: the client cannot send the same one twice. */
async function putWhole(
  client: S3Client,
  object: ObjectAddress,
  open: () => Readable,
  size: number,
): Promise<void> {
  const send = () => client.send(new PutObjectCommand({ ...object, Body: open(), ContentLength: size }));
  const answer = await send().catch((error: unknown) => {
    const status = statusOf(error);
    if (status !== null && status < 500) throw error;
    return send();
  });
  requireStored(answer);
}

/** A proxy in between may answer 200 with a page of its own: that is no answer of a bucket. */
function requireStored({ ETag }: { ETag?: string | undefined }): void {
  if (ETag === undefined) throw new Error('The bucket did not confirm that the object is stored (no ETag).');
}

/** The same for a list, which says whether it is complete. */
function entriesOf({ IsTruncated, Contents = [], CommonPrefixes = [] }: ListObjectsV2CommandOutput) {
  if (IsTruncated === undefined)
    throw new Error('The bucket did not answer with a list. Is S3_ENDPOINT the address of an S3 server?');
  return { Contents, CommonPrefixes };
}

/** Writes the bytes to a new file in the folder, for code that needs a file on disk. */
async function writeCopy(bytes: Readable, folder: string): Promise<LocalFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.blob`);
  const remove = () => rm(path, { force: true });
  try {
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, [Symbol.asyncDispose]: remove };
}

function notFound(key: string, error: unknown): never {
  if (statusOf(error) === 404) throw new BlobNotFound(key);
  throw error;
}

/** The HTTP status of an S3 error. */
function statusOf(error: unknown): number | null {
  const metadata = (error as { $metadata?: { httpStatusCode?: number } }).$metadata;
  return metadata?.httpStatusCode ?? null;
}

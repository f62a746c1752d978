import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
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
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { chunks } from '../../run/common/chunks.ts';
import { StartError } from '../../run/common/errors.ts';
import type { BucketSettings } from '../../run/config/bucketSettings.ts';
import { BlobNotFound, type Blobs, type LocalFile, safeKey } from './blobs.ts';

/** An object in a bucket, its key without the prefix. */
export interface StoredObject {
  key: string;
  size: number;
  changedAt: Date;
}

/** Blobs in a bucket, which can also be listed. */
export interface BucketBlobs extends Blobs {
  put(key: string, bytes: Uint8Array): Promise<void>;
  list(prefix: string): Promise<StoredObject[]>;
  /** Names of the folders directly below a prefix, sorted. */
  folders(prefix: string): Promise<string[]>;
}

/** Larger files are uploaded in parts, each in memory so that the client can send it again. */
const partBytes = 8 * 1024 ** 2;
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

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    const answer = await client.send(
      new PutObjectCommand({ ...object(key), Body: bytes, ContentLength: bytes.byteLength }),
    );
    requireStored(answer);
  }

  return {
    async putFile(key, localPath) {
      const { size } = await stat(localPath);
      if (size > partBytes) await putParts(client, object(key), localPath, size);
      else await put(key, await readFile(localPath));
      await rm(localPath);
    },

    put,

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
      const Body = await buffer(createReadStream(path, { start, end: start + length - 1 }));
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
export async function writeCopy(bytes: Readable, folder: string): Promise<LocalFile> {
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

/** In milliseconds: connecting, and inactivity on an open connection. */
const connectionTimeout = 5_000;
const socketTimeout = 30_000;
/** The default of 50 would let the slow downloads of one user keep everyone else waiting. */
const agent = { maxSockets: Number.POSITIVE_INFINITY };
/** Limits of an answer that is read whole, such as an error or a list of a thousand objects: bytes, milliseconds. */
const answerLimits = { bytes: 4 * 1024 ** 2, milliseconds: 60_000 };

/** A client whose answers end, whatever the bucket sends; objects have a length, and are passed on as they arrive. */
function bucketClient(settings: BucketSettings): S3Client {
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
    ...(settings.credentials ? { credentials: settings.credentials } : {}),
    requestHandler: { connectionTimeout, socketTimeout, httpAgent: agent, httpsAgent: agent },
    // Many S3-compatible stores reject the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const result = await next(request);
        const response = result.response as { statusCode: number; body: unknown };
        const isObject = commandName === 'GetObjectCommand' && response.statusCode < 300;
        if (!isObject && response.body instanceof Readable)
          response.body = Readable.from(endOf(response.body), { objectMode: false });
        return result;
      },
    { step: 'deserialize', priority: 'low', name: 'lecternAnswersEnd' },
  );
  return client;
}

/** The bytes of an answer, up to the limits. */
async function* endOf(answer: Readable): AsyncGenerator<Buffer> {
  const latest = performance.now() + answerLimits.milliseconds;
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerLimits.bytes || performance.now() > latest)
      throw new Error('The answer of the bucket is too long, or takes too long.');
    yield chunk;
  }
}

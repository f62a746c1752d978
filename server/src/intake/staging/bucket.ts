import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../run/common/errors.ts';
import type { Config } from '../../run/config/config.ts';
import { BlobNotFound } from '../../store/blobs/blobs.ts';
import { type BucketBlobs, writeCopy } from '../../store/blobs/bucket.ts';
import type { Db } from '../../store/db.ts';
import { changeRows } from '../../store/rows.ts';
import { type Staging, stagingFolder, sweepFolder } from './staging.ts';

const uploads = 'uploads/';
/** Bytes buffered in memory per upload before they are stored. */
const segmentBytes = 8 * 1024 ** 2;
/** After this many milliseconds without data, the buffer is stored: the connection may be dead. */
const flushAfterMs = 1_000;

const prefixOf = (id: string) => `${uploads}${id}/`;

/**
 * Stores uploads as objects of a bucket, one per segment, so that any replica can continue. Objects cannot grow, and
 * S3 multipart uploads need parts of 5 MB. The received size is in the table of uploads, updated after the bytes.
 */
export function bucketStaging(db: Db, blobs: BucketBlobs, config: Pick<Config, 'dataDir'>): Staging {
  const append = (id: string, bytes: Readable, offset: number) =>
    appendSegments({ db, blobs }, id, bytes, offset);

  async function segments(id: string): Promise<Segment[]> {
    const objects = await blobs.list(prefixOf(id));
    return objects.flatMap(({ key }) => segmentOf(key) ?? []);
  }

  const sizeOf = async (id: string) => {
    const row = await db.selectFrom('uploads').select('received').where('id', '=', id).executeTakeFirst();
    return row ? Number(row.received) : null;
  };

  return {
    create: async () => {},

    async adopt(id, localPath) {
      await append(id, createReadStream(localPath), 0);
      await rm(localPath);
    },

    append,
    size: sizeOf,
    settle: async () => {},

    async local(id) {
      const parts = segmentsThatCover(await segments(id), (await sizeOf(id)) ?? 0);
      if (parts.length === 0) return null;
      async function* bytes() {
        for (const { key, skip, length } of parts)
          yield* await blobs.read(key, { start: skip, end: skip + length - 1 });
      }
      return writeCopy(Readable.from(bytes()), stagingFolder(config)).catch((error: unknown) => {
        // It was deleted while being copied.
        if (error instanceof BlobNotFound) return null;
        throw error;
      });
    },

    remove: (id) => blobs.removeAll(prefixOf(id)),

    async sweep(uploadIds, horizon) {
      await mkdir(stagingFolder(config), { recursive: true, mode: 0o700 });
      await sweepFolder(stagingFolder(config), new Set(), horizon);
      for (const { key, changedAt } of await blobs.list(uploads)) {
        const id = key.slice(uploads.length).split('/', 1)[0] ?? '';
        if (!uploadIds.has(id) && changedAt.getTime() <= horizon) await blobs.removeAll(prefixOf(id));
      }
    },
  };
}

/** Stores bytes in segments from this offset. @returns the offset after the last one */
async function appendSegments(
  { db, blobs }: { db: Db; blobs: BucketBlobs },
  id: string,
  bytes: Readable,
  offset: number,
): Promise<number> {
  let at = offset;
  let buffered: Buffer[] = [];
  let length = 0;
  const flush = async () => {
    if (length === 0) return;
    const segment = Buffer.concat(buffered);
    await blobs.put(`${prefixOf(id)}${at}-${segment.length}`, segment);
    at += segment.length;
    buffered = [];
    length = 0;
    if ((await changeRows(db, 'uploads', { id }, { received: at })) > 0) return;
    // It was deleted meanwhile, and its other bytes with it.
    await blobs.removeAll(prefixOf(id));
    throw new AppError('upload_not_found');
  };
  try {
    for await (const chunk of orPause(bytes)) {
      if (chunk !== null) {
        buffered.push(chunk);
        length += chunk.length;
      }
      if (chunk === null || length >= segmentBytes) await flush();
    }
  } catch (error) {
    await flush();
    throw error;
  }
  await flush();
  return at;
}

/** Yields chunks, and null whenever nothing has arrived for a while. */
async function* orPause(bytes: Readable): AsyncGenerator<Buffer | null> {
  const chunks: AsyncIterator<Buffer> = bytes[Symbol.asyncIterator]();
  for (;;) {
    const next = chunks.next();
    // It is awaited below, but may fail before that.
    next.catch(() => {});
    const over = new AbortController();
    const paused = wait(flushAfterMs, null, { signal: over.signal }).catch(() => null);
    const first = await Promise.race([next, paused]);
    over.abort();
    if (first === null) yield null;
    const { done, value } = await next;
    if (done) return;
    yield value;
  }
}

/** A segment of an upload; its key ends in `<offset>-<length>`. */
interface Segment {
  key: string;
  offset: number;
  length: number;
}

function segmentOf(key: string): Segment | null {
  const match = /\/(\d{1,15})-(\d{1,15})$/.exec(key);
  return match ? { key, offset: Number(match[1]), length: Number(match[2]) } : null;
}

/**
 * The ranges to read, in order, for the first `size` bytes. When a response was lost after its bytes were stored, the
 * client repeats some, so segments may overlap; their bytes are equal. Empty when there is a gap.
 */
export function segmentsThatCover(
  segments: readonly Segment[],
  size: number,
): { key: string; skip: number; length: number }[] {
  const parts = [];
  for (let at = 0; at < size; ) {
    const end = ({ offset, length }: Segment) => offset + length;
    const [best] = segments
      .filter((segment) => segment.offset <= at && end(segment) > at)
      .sort((a, b) => end(b) - end(a));
    if (best === undefined) return [];
    const length = Math.min(end(best), size) - at;
    parts.push({ key: best.key, skip: at - best.offset, length });
    at += length;
  }
  return parts;
}

import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../run/config/config.ts';
import type { LocalFile } from '../../store/blobs/blobs.ts';

/** Bytes of unfinished uploads, by id. */
export interface Staging {
  /** Creates an empty upload. */
  create(id: string): Promise<void>;
  /** Moves a finished local file into the staging as the whole upload, which must exist. */
  adopt(id: string, localPath: string): Promise<void>;
  /**
   * Appends a stream at `offset`. What arrived before an error is kept.
   * @returns the new size
   */
  append(id: string, bytes: Readable, offset: number): Promise<number>;
  /** The received size; null when the upload is unknown. */
  size(id: string): Promise<number | null>;
  /** Makes a complete upload durable. */
  settle(id: string): Promise<void>;
  /** A local file with the received bytes; null when there are none. */
  local(id: string): Promise<LocalFile | null>;
  remove(id: string): Promise<void>;
  /** Deletes everything of unknown uploads that has not changed since `horizon` (milliseconds). */
  sweep(known: ReadonlySet<string>, horizon: number): Promise<void>;
}

/** Local folder for unfinished uploads and work in progress. */
export const stagingFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'staging');

/** Folder for the output of one ingest attempt; it is removed when the attempt ends. */
export const workFolder = (config: Pick<Config, 'dataDir'>, uploadId: string) =>
  join(stagingFolder(config), `${uploadId}.work`);

/** A cover that comes with an upload of this process; it is removed once it has become that of the book. */
export const givenCover = (config: Pick<Config, 'dataDir'>, uploadId: string) =>
  workFolder(config, `${uploadId}.cover`);

/** Stores uploads as files in the staging folder, named by their ids, never by the client's file name. */
export function fileStaging(config: Pick<Config, 'dataDir'>): Staging {
  const folder = stagingFolder(config);
  const pathOf = (id: string) => join(folder, id);
  const sizeOf = async (id: string) => (await stat(pathOf(id)).catch(() => null))?.size ?? null;

  return {
    async create(id) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(pathOf(id), '', { flag: 'wx', mode: 0o600 });
    },

    async adopt(id, localPath) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(localPath, pathOf(id));
    },

    async append(id, bytes, offset) {
      const file = createWriteStream(pathOf(id), { flags: 'r+', start: offset });
      await pipeline(bytes, file);
      return offset + file.bytesWritten;
    },

    size: sizeOf,

    async settle(id) {
      const file = await open(pathOf(id), 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    },

    async local(id) {
      return (await sizeOf(id)) === null ? null : { path: pathOf(id), [Symbol.asyncDispose]: async () => {} };
    },

    async remove(id) {
      await rm(pathOf(id), { force: true });
    },

    async sweep(uploadIds, horizon) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await sweepFolder(folder, uploadIds, horizon);
    },
  };
}

/** Milliseconds that a copy of the database is left alone: a backup by hand may be reading it. */
const copyMs = 12 * 3_600_000;

/** Deletes unknown files and folders that have not changed since `horizon` (milliseconds). */
export async function sweepFolder(
  folder: string,
  knownNames: ReadonlySet<string>,
  horizon: number,
): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const before = name.startsWith('snapshot-') ? Math.min(horizon, Date.now() - copyMs) : horizon;
    if (knownNames.has(name) || ((await stat(path).catch(() => null))?.mtimeMs ?? 0) > before) continue;
    await rm(path, { recursive: true, force: true });
  }
}

import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../run/config/config.ts';
import { type Staging, stagingFolder } from './staging.ts';

/** One file per upload, named by its id, never by the client's file name. */
const stagedFile = (config: Pick<Config, 'dataDir'>, uploadId: string) =>
  join(stagingFolder(config), uploadId);

/** Stores uploads as files in the staging folder. */
export function fileStaging(config: Pick<Config, 'dataDir'>): Staging {
  const folder = stagingFolder(config);
  const pathOf = (id: string) => stagedFile(config, id);
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

/** Deletes unknown files and folders that have not changed since `horizon` (milliseconds). */
export async function sweepFolder(
  folder: string,
  knownNames: ReadonlySet<string>,
  horizon: number,
): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (knownNames.has(name) || ((await stat(path).catch(() => null))?.mtimeMs ?? 0) > horizon) continue;
    await rm(path, { recursive: true, force: true });
  }
}

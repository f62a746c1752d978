import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { throwBlobNotFound } from '../blobs/files.ts';
import { explainFullDisk } from '../common/storageFault.ts';
import { sha256File } from '../jobs/sha256File.ts';
import { backupPaths } from './backupManifest.ts';
import type { BackupStore, BackupStores } from './backupStore.ts';
import { hashing } from './hashing.ts';

/** Backups below a folder. */
export function folderBackups(folder: string): BackupStores {
  return {
    names: () => namesIn(folder),
    open: (name) => folderBackup(join(folder, name)),
    async remove(name) {
      await rm(join(folder, name, backupPaths.manifest), { force: true });
      await rm(join(folder, name), { recursive: true, force: true });
    },
  };
}

/** One backup in a folder that only its owner can read. */
export function folderBackup(folder: string): BackupStore {
  const pathOf = (path: string) => join(folder, ...path.split('/'));

  async function placeFor(path: string): Promise<string> {
    await mkdir(dirname(pathOf(path)), { recursive: true, mode: 0o700 });
    return pathOf(path);
  }

  function refuseFullDisk(error: unknown): never {
    throw explainFullDisk(error, folder);
  }

  return {
    address: (path = '') => pathOf(path),
    async isEmpty() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return (await readdir(folder)).length === 0;
    },
    async clear() {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
    },
    async write(path, text) {
      const { digest, chunks } = hashing(text);
      const place = await placeFor(path).catch(refuseFullDisk);
      const file = createWriteStream(place, { mode: 0o600, flags: 'wx', flush: true });
      await pipeline(chunks, file).catch(refuseFullDisk);
      return digest();
    },
    async copyFrom(path, localPath) {
      const place = await placeFor(path).catch(refuseFullDisk);
      await copyFile(localPath, place, constants.COPYFILE_FICLONE).catch(refuseFullDisk);
      return sha256File(place);
    },
    async copyTo(path, localPath) {
      await copyFile(pathOf(path), localPath).catch((error) => throwBlobNotFound(path, error));
    },
    async read(path) {
      await stat(pathOf(path)).catch((error) => throwBlobNotFound(path, error));
      return createReadStream(pathOf(path), { highWaterMark: 1024 * 1024 });
    },
    async size(path) {
      return (await stat(pathOf(path)).catch((error) => throwBlobNotFound(path, error))).size;
    },
    async names(path) {
      return namesIn(pathOf(path));
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.sort();
}

import { constants, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openRegularFile, refuseLinkedFolders } from '../../run/common/openRegularFile.ts';
import { explainFullDisk } from '../../run/common/storageFault.ts';
import { throwBlobNotFound } from '../blobs/files.ts';
import { hashing, sha256File } from '../blobs/sha256File.ts';
import { backupPaths } from './backupManifest.ts';
import type { BackupStore, BackupStores } from './backupStore.ts';

/** Backups below a folder. */
export function folderBackups(folder: string): BackupStores {
  return {
    names: () => namesIn(folder),
    open: (name) => folderBackup(folder, name),
    async remove(name) {
      await refuseLinkedFolders(folder, name);
      await rm(join(folder, name, backupPaths.manifest), { force: true });
      await rm(join(folder, name), { recursive: true, force: true });
    },
  };
}

/**
 * One backup in a folder that only its owner can read. It may come from elsewhere, so only its regular files are read.
 * @param name of a folder in it, in which the backup is
 */
export function folderBackup(folder: string, name = ''): BackupStore {
  const pathOf = (path: string) => join(folder, name, ...path.split('/'));
  const open = (path: string) =>
    openRegularFile(folder, join(name, path)).catch((error) => throwBlobNotFound(path, error));

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
      await mkdir(pathOf(''), { recursive: true, mode: 0o700 });
      return (await readdir(pathOf(''))).length === 0;
    },
    async clear() {
      for (const entry of await readdir(pathOf(''))) await rm(join(pathOf(''), entry), { recursive: true });
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
      const flags = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;
      await copyFile(localPath, place, flags).catch(refuseFullDisk);
      return sha256File(place);
    },
    async copyTo(path, localPath) {
      const file = await open(path);
      await pipeline(file.createReadStream(), createWriteStream(localPath, { mode: 0o600 }));
    },
    async read(path) {
      return (await open(path)).createReadStream({ highWaterMark: 1024 * 1024 });
    },
    async size(path) {
      await using file = await open(path);
      return (await file.stat()).size;
    },
    async names(path) {
      await refuseLinkedFolders(folder, join(name, path)).catch(ignoreMissing);
      return namesIn(pathOf(path));
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(ignoreMissing);
  return [...(names ?? [])].sort();
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

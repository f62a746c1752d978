import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { StartError } from '../../run/common/errors.ts';
import { BlobNotFound, type Blobs, safeKey } from './blobs.ts';

/**
 * Blobs in a folder. Each is written to a temporary file, synced and renamed, so that it appears atomically; its
 * folder is synced too, so that it survives a power failure.
 */
export function fileBlobs(folder: string): Blobs {
  const writeAtomically = atomicWriter(folder);
  const pathOf = (key: string) => join(folder, safeKey(key.replace(/\/$/, '')));

  return {
    async putFile(key, localPath) {
      await writeAtomically(pathOf(key), async (temporary) => {
        await rename(localPath, temporary).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EXDEV') throw error;
          await copyFile(localPath, temporary);
          await rm(localPath);
        });
        await withFile(temporary, 'r+', (file) => file.sync());
      });
    },

    async read(key, range) {
      const file = await open(pathOf(key), 'r').catch((error) => throwBlobNotFound(key, error));
      return createReadStream('', {
        fd: file,
        ...(range ? { start: range.start, end: range.end } : {}),
      }) as Readable;
    },

    async size(key) {
      const { size } = await stat(pathOf(key)).catch((error) => throwBlobNotFound(key, error));
      return size;
    },

    async local(key) {
      const path = pathOf(key);
      await stat(path).catch((error) => throwBlobNotFound(key, error));
      return { path, [Symbol.asyncDispose]: async () => {} };
    },

    async removeAll(prefix) {
      await rm(pathOf(prefix), { recursive: true, force: true });
    },

    async isEmpty(prefix) {
      const entries = await readdir(pathOf(prefix), { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
          throw error;
        },
      );
      return !entries.some((entry) => entry.isFile());
    },

    async check() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.R_OK | constants.W_OK);
      } catch (error) {
        throw new StartError(`The folder ${folder} cannot be used: ${(error as Error).message}.`);
      }
    },
  };
}

/** Writes a file completely or not at all, and so that it survives a power failure. */
type WriteAtomically = (path: string, write: (temporary: string) => Promise<void>) => Promise<void>;

function atomicWriter(folder: string): WriteAtomically {
  const sync = folderSync();
  return async (path, write) => {
    const temporary = `${path}.${randomUUID()}.part`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await write(temporary);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    // Any parent folder up to the root may be new.
    for (let above = dirname(path); above.startsWith(folder); above = dirname(above)) {
      await sync(above);
      if (above === folder) break;
    }
  };
}

/** Throws BlobNotFound instead of the error for a missing file. */
export function throwBlobNotFound(key: string, error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new BlobNotFound(key);
  throw error;
}

async function withFile(
  path: string,
  flags: string,
  work: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

/** Syncs folders. Calls for a folder that is being synced share its next sync, since many files are written at once. */
function folderSync(): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const coming = new Map<string, Promise<void>>();
  return (folder) => {
    const shared = coming.get(folder);
    if (shared) return shared;
    const sync = (running.get(folder) ?? Promise.resolve())
      .catch(() => {})
      .then(async () => {
        coming.delete(folder);
        running.set(folder, sync);
        try {
          await withFile(folder, 'r', (file) => file.sync());
        } finally {
          if (running.get(folder) === sync) running.delete(folder);
        }
      });
    coming.set(folder, sync);
    return sync;
  };
}

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BucketSettings, bucketAddress } from '../../run/config/bucketSettings.ts';
import { type BucketBlobs, bucketBlobs } from '../blobs/bucket.ts';
import { hashing, sha256File } from '../blobs/sha256File.ts';
import { backupPaths } from './backupManifest.ts';
import type { BackupStore, BackupStores } from './backupStore.ts';

/**
 * Backups in a bucket, below the prefix in its settings.
 * @param scratch folder for temporary files
 */
export function bucketBackups(settings: BucketSettings, scratch: string): BackupStores {
  const blobs = bucketBlobs(settings, scratch);
  return {
    names: () => blobs.folders(''),
    open: (name) => bucketBackup({ ...settings, prefix: `${settings.prefix}${name}/` }, scratch),
    async remove(name) {
      await blobs.removeAll(`${name}/${backupPaths.manifest}`);
      await blobs.removeAll(`${name}/`);
    },
  };
}

/** One backup in a bucket, with its own prefix. */
export function bucketBackup(settings: BucketSettings, scratch: string): BackupStore {
  const blobs: BucketBlobs = bucketBlobs(settings, scratch);

  /** Uploads a temporary file and deletes it. */
  async function send<Result>(path: string, fill: (draft: string) => Promise<Result>): Promise<Result> {
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    const draft = join(scratch, `${randomUUID()}.backup`);
    try {
      const result = await fill(draft);
      await blobs.putFile(path, draft);
      return result;
    } finally {
      await rm(draft, { force: true });
    }
  }

  return {
    address: (path = '') => `${bucketAddress(settings)}${path}`,
    isEmpty: () => blobs.isEmpty(''),
    clear: () => blobs.removeAll(''),
    async write(path, text) {
      const { digest, chunks } = hashing(text);
      await send(path, (draft) => pipeline(chunks, createWriteStream(draft, { mode: 0o600, flags: 'wx' })));
      return digest();
    },
    // Copies first: an unfinished upload grows while it is read.
    copyFrom: (path, localPath) =>
      send(path, async (draft) => {
        await copyFile(localPath, draft);
        return sha256File(draft);
      }),
    async copyTo(path, localPath) {
      await pipeline(await blobs.read(path), createWriteStream(localPath, { mode: 0o600 }));
    },
    read: (path) => blobs.read(path),
    size: (path) => blobs.size(path),
    async names(folder) {
      const below = `${folder}/`;
      return (await blobs.list(below)).map(({ key }) => key.slice(below.length)).sort();
    },
  };
}

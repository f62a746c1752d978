import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stagingFolder } from '../../src/intake/staging/staging.ts';
import type { Services } from '../../src/run/services/services.ts';
import type { BucketBlobs } from '../../src/store/blobs/bucket.ts';

type Store = Pick<Services, 'blobs' | 'config'>;

/** Stores bytes under a key, as the server stores files. */
export async function putBytes(
  { blobs }: Pick<Store, 'blobs'>,
  key: string,
  bytes: Uint8Array,
): Promise<void> {
  const path = join(tmpdir(), `lectern-${randomUUID()}`);
  await writeFile(path, bytes);
  await blobs.putFile(key, path);
}

/** Keys of all blobs of books. */
export async function storedKeys({ blobs, config }: Store): Promise<string[]> {
  if (config.bucket !== null) return (await (blobs as BucketBlobs).list('books/')).map(({ key }) => key);
  const folder = join(config.dataDir, 'blobs');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Ids of uploads with stored bytes, and names of everything else in the staging folder. */
export async function stagedNames({ blobs, config }: Store): Promise<string[]> {
  const local = await readdir(stagingFolder(config)).catch(() => [] as string[]);
  if (config.bucket === null) return local;
  const objects = await (blobs as BucketBlobs).list('uploads/');
  return [...local, ...new Set(objects.map(({ key }) => key.split('/')[1] ?? ''))];
}

/** Ids of books with files. */
export const storedBooks = async (store: Store) => [
  ...new Set((await storedKeys(store)).map((key) => key.split('/')[1] ?? '')),
];

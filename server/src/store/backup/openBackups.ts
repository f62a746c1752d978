import type { BackupManifest } from './backupManifest.ts';
import type { BackupPlace, BackupStore, BackupStores } from './backupStore.ts';
import { folderBackup, folderBackups } from './folderBackups.ts';
import { readManifest } from './verifyBackup.ts';

/**
 * Opens a place for backups.
 * @param scratch folder for temporary files, needed for a bucket
 */
export async function openBackups(place: BackupPlace, scratch: string): Promise<BackupStores> {
  if (typeof place === 'string') return folderBackups(place);
  // The S3 client is loaded only when needed.
  const { bucketBackups } = await import('./bucketBackups.ts');
  return bucketBackups(place, scratch);
}

/**
 * Opens one backup.
 * @param place its folder, or a bucket with its prefix
 * @param scratch folder for temporary files, needed for a bucket
 */
export async function openBackup(place: BackupPlace, scratch: string): Promise<BackupStore> {
  if (typeof place === 'string') return folderBackup(place);
  const { bucketBackup } = await import('./bucketBackups.ts');
  return bucketBackup(place, scratch);
}

interface ListedBackup {
  /** Its folder, or its URL in the bucket. */
  address: string;
  /** Null when it is not a complete backup; `problem` says why. */
  manifest: BackupManifest | null;
  problem: string | null;
}

/** Lists backups, newest first, from their manifests; their files are not read. Other folders are skipped. */
export async function listBackups(stores: BackupStores): Promise<ListedBackup[]> {
  const names = (await stores.names()).filter((name) => name.startsWith('lectern-'));
  const listed = names.map(async (name): Promise<ListedBackup> => {
    const store = stores.open(name);
    const address = store.address();
    return readManifest(store).then(
      (manifest) => ({ address, manifest, problem: null }),
      (error: Error) => ({ address, manifest: null, problem: error.message }),
    );
  });
  return (await Promise.all(listed)).reverse();
}

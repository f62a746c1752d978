import type { BackupPlace, BackupStore, BackupStores } from './backupStore.ts';
import { folderBackup, folderBackups } from './folderBackups.ts';

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

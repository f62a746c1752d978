import type { BackupPlace, BackupStore, BackupStores } from './backupStore.ts';
import { folderBackup, folderBackups } from './folderBackups.ts';

/**
 * The place that backups are made in.
 * @param scratch folder for a table while it is sent to a bucket
 */
export async function openBackups(place: BackupPlace, scratch: string): Promise<BackupStores> {
  if (typeof place === 'string') return folderBackups(place);
  // Amazon's client is not even read where it is not needed.
  const { bucketBackups } = await import('./bucketBackups.ts');
  return bucketBackups(place, scratch);
}

/**
 * One backup.
 * @param place its own folder, or a bucket with its own prefix
 * @param scratch folder for a table while it is sent to a bucket
 */
export async function openBackup(place: BackupPlace, scratch: string): Promise<BackupStore> {
  if (typeof place === 'string') return folderBackup(place);
  const { bucketBackup } = await import('./bucketBackups.ts');
  return bucketBackup(place, scratch);
}

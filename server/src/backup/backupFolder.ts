import { join } from 'node:path';

/** Where things lie in a backup. The manifest is written last: a folder without one is no backup. */
export const backupPaths = (folder: string) => ({
  manifest: join(folder, 'backup.json'),
  table: (name: string) => join(folder, 'tables', `${name}.ndjson`),
  blob: (key: string) => join(folder, 'blobs', ...key.split('/')),
  staged: join(folder, 'staging'),
  secret: join(folder, 'secret'),
});

/** 2: tables and columns of migration 0072. Older ones can be restored, too. */
export const backupVersion = 2;

export interface BackupManifest {
  format: 'lectern-backup';
  /** Up to backupVersion. */
  version: number;
  made_at: string;
  /** Rows of each table. */
  rows: Record<string, number>;
  files: string[];
  /** Books that were deleted while the backup was made: their rows are in it, their files are not. */
  deleted: string[];
}

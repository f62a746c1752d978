import { join } from 'node:path';

/** Where things lie in a backup. The manifest is written last: a folder without one is no backup. */
export const backupPaths = (folder: string) => ({
  manifest: join(folder, 'backup.json'),
  table: (name: string) => join(folder, 'tables', `${name}.ndjson`),
  blob: (key: string) => join(folder, 'blobs', ...key.split('/')),
  staged: join(folder, 'staging'),
  secret: join(folder, 'secret'),
});

export interface BackupManifest {
  format: 'lectern-backup';
  version: 1;
  made_at: string;
  /** Rows of each table. */
  rows: Record<string, number>;
  files: string[];
  /** Books that were deleted while the backup was made: their rows are in it, their files are not. */
  deleted: string[];
}

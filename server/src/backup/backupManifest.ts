import { createHash } from 'node:crypto';

/** Where things lie in a backup. The manifest is written last: a folder without one is no backup. */
export const backupPaths = {
  manifest: 'backup.json',
  secret: 'secret',
  /** Folder of uploads that are not books yet, each under its id. */
  staged: 'staging',
  table: (name: string) => `tables/${name}.ndjson`,
  blob: (key: string) => `blobs/${key}`,
  upload: (id: string) => `staging/${id}`,
} as const;

/** 2: tables and columns of migration 0072. 3: digests, and the migration. Older ones can be restored, too. */
export const backupVersion = 3;

export interface BackupManifest {
  format: 'lectern-backup';
  /** Up to backupVersion. */
  version: number;
  made_at: string;
  /** Rows of each table. */
  rows: Record<string, number>;
  /** Keys of the files of books. */
  files: string[];
  /** Books that were deleted while the backup was made: their rows are in it, their files are not. */
  deleted: string[];
  /** What the library itself lacks; since version 3, like all that follows. */
  faults?: FileFault[];
  /** Newest migration of the tables. */
  migration?: string;
  /** SHA-256 of every file in the folder but the manifest, by its path with slashes. */
  digests?: Record<string, string>;
  /** SHA-256 of the manifest without this field. */
  checksum?: string;
}

/** A file of a book that is not there, or is not what was uploaded. */
export interface FileFault {
  key: string;
  title: string;
  fault: 'missing' | 'changed';
}

/** What `checksum` is of a manifest. */
export function checksumOf({ checksum: _, ...manifest }: BackupManifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}

import { createHash } from 'node:crypto';
import type { LastBackup } from '@lectern/shared-contracts/api/admin.ts';
import type { Db } from '../db.ts';
import { readSetting, writeSetting } from '../settings.ts';

/** Layout of a backup. The manifest is written last, so a folder without one is not a backup. */
export const backupPaths = {
  manifest: 'backup.json',
  secret: 'secret',
  /** Uploads that are not books yet, each under its id. */
  staged: 'staging',
  table: (name: string) => `tables/${name}.ndjson`,
  blob: (key: string) => `blobs/${key}`,
  upload: (id: string) => `staging/${id}`,
} as const;

/** Version of the layout. Backups of 1 and 2, from before 1.0, have no checksums and other tables. */
export const backupVersion = 3;

export interface BackupManifest {
  format: 'lectern-backup';
  /** backupVersion. */
  version: number;
  made_at: string;
  /** Number of rows by table. */
  rows: Record<string, number>;
  /** Keys of the book files. */
  files: string[];
  /** Files missing or damaged in the library itself. */
  faults: FileFault[];
  /** Latest migration of the tables. */
  migration: string;
  /** SHA-256 of every file except the manifest, by its path with slashes. */
  digests: Record<string, string>;
  /** SHA-256 of the manifest without this field. */
  checksum: string;
}

/** A book file that is missing, or differs from what was uploaded. */
export interface FileFault {
  key: string;
  title: string;
  fault: 'missing' | 'changed';
}

/** The checksum of a manifest. */
export function checksumOf({ checksum: _, ...manifest }: Partial<BackupManifest>): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}

const settingName = 'last_backup';

/** The latest backup of this library; null when there is none. */
export async function lastBackup(db: Db): Promise<LastBackup | null> {
  const value = await readSetting(db, settingName);
  return value === null ? null : (JSON.parse(value) as LastBackup);
}

/** Records a backup for the Administration page and Prometheus. */
export async function recordBackup(db: Db, note: LastBackup): Promise<void> {
  await writeSetting(db, settingName, JSON.stringify(note));
}

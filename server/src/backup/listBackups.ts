import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupManifest } from './backupFolder.ts';
import { readManifest } from './verifyBackup.ts';

export interface ListedBackup {
  folder: string;
  /** Null when it is no whole backup; `problem` says why then. */
  manifest: BackupManifest | null;
  problem: string | null;
}

/**
 * The backups in a folder, the newest first, by what their lists say; their files are not read. Folders of other things
 * are left out.
 */
export async function listBackups(folder: string): Promise<ListedBackup[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('lectern-'));
  const listed = names.map(async (name): Promise<ListedBackup> => {
    const place = join(folder, name);
    return readManifest(place).then(
      (manifest) => ({ folder: place, manifest, problem: null }),
      (error: Error) => ({ folder: place, manifest: null, problem: error.message }),
    );
  });
  return (await Promise.all(listed)).sort((one, other) => (one.folder < other.folder ? 1 : -1));
}

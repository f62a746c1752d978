import type { BackupManifest } from './backupManifest.ts';
import type { BackupStores } from './backupStore.ts';
import { readManifest } from './verifyBackup.ts';

export interface ListedBackup {
  /** Its folder, or its place in the bucket. */
  address: string;
  /** Null when it is no whole backup; `problem` says why then. */
  manifest: BackupManifest | null;
  problem: string | null;
}

/**
 * The backups in a folder or bucket, the newest first, by what their lists say; their files are not read. Folders of
 * other things are left out.
 */
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

import type { BackupManifest } from './backupManifest.ts';
import type { BackupStores } from './backupStore.ts';
import { readManifest } from './verifyBackup.ts';

export interface ListedBackup {
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

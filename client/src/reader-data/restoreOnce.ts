import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { ApiClient } from '../api/client.ts';
import type { Offline } from '../offline/createOffline.ts';
import { logKeyPrefix, type StoredAction } from '../offline/queue/index.ts';
import type { LecternDatabase } from '../offline/storage/database.ts';
import { createSealedWrites, type SealedWrites } from './sealedWrites.ts';

export type RestoreOnce = ReturnType<typeof createRestoreOnce>;

interface RestoreOncePorts {
  userId: Readable<string | null>;
  api: ApiClient;
  offline: Pick<Offline, 'network' | 'sync'> & { readonly database: Offline['database'] };
  local: Storage;
  /** Called if writes were restored. */
  onRestored(): Promise<void>;
}

/** Restores the writes that were sealed at an earlier sign-out on this browser. */
export function createRestoreOnce(ports: RestoreOncePorts) {
  const { userId, api, offline, local } = ports;
  /** Opened each time: a database that was open may be closed. */
  const openDatabase = () => offline.database.catch(() => null);
  const fetchKey = async () =>
    (await api.call('POST /auth/seal-key', {}, { retry: false, timeout: 10_000 })).key;

  async function prepareKey(): Promise<void> {
    const id = userId.get();
    if (id !== null && (await openDatabase()) !== null) await ensureKey({ userId: id, fetchKey });
  }

  async function restoreOf(id: string): Promise<void> {
    const database = await openDatabase();
    const count = await restoreSealed({
      userId: id,
      database,
      local,
      fetchKey,
      restore: offline.sync.restore,
    });
    if (count > 0) await ports.onRestored();
  }

  let restored: Promise<void> | null = null;
  function restore(): Promise<void> {
    const id = userId.get();
    if (id === null) return Promise.resolve();
    restored ??= restoreOf(id).catch(() => {
      restored = null;
    });
    return restored;
  }

  return {
    /** Restores writes that this reader left encrypted here, once; after a failure the next call tries again. */
    restore,
    /** Fetches the key for sealing, since the next sign-out may happen offline. Rejects when it cannot be fetched. */
    prepareKey,
    /** Does both when online; called after a sign-in, when the network is back, and when the page is idle. */
    whenOnline() {
      if (userId.get() === null || offline.network.state.get() === 'offline') return;
      runInBackground(restore());
      prepareKey().catch(() => undefined);
    },
  };
}

interface RestorePorts {
  userId: string;
  database: LecternDatabase | null;
  local: Storage;
  /** Fetches the key of this reader from the server; rejects when that fails. */
  fetchKey(): Promise<string>;
  /** Puts writes back into the queue under their original ids. */
  restore(userId: string, actions: readonly StoredAction[]): Promise<void>;
  sealed?: SealedWrites;
}

/** Ensures that the key is stored here. Rejects when it cannot be fetched. */
export async function ensureKey(
  { userId, fetchKey }: Pick<RestorePorts, 'userId' | 'fetchKey'>,
  sealed: SealedWrites = createSealedWrites(),
): Promise<void> {
  if (!(await sealed.hasKey(userId))) await sealed.keepKey(userId, await fetchKey());
}

/**
 * Restores the writes that a reader left sealed in this browser. Rejects when the key
 * cannot be fetched; the sealed data is then unchanged.
 * @returns the number of restored writes and files
 */
export async function restoreSealed(ports: RestorePorts): Promise<number> {
  const { userId, database, local, sealed = createSealedWrites() } = ports;
  // Without a database nothing can be restored, and nothing was sealed.
  if (database === null || !(await sealed.has(userId))) return 0;
  await ensureKey(ports, sealed);
  let count = 0;
  for (const { id, unsent } of await sealed.open(userId)) {
    const { actions, uploads, entries } = unsent;
    const restoredEntries: Record<string, string> = {};
    for (const [key, text] of Object.entries(entries)) {
      const current = local.getItem(key);
      if (current === null) local.setItem(key, text);
      else if (current !== text && !key.startsWith(logKeyPrefix)) restoredEntries[key] = text;
    }
    if (uploads.length > 0) {
      const transaction = database.transaction('uploads', 'readwrite');
      await Promise.all([...uploads.map((upload) => transaction.store.put(upload)), transaction.done]);
    }
    await ports.restore(userId, actions);
    // A later draft or session has its place: it waits for a start after that one was saved.
    if (Object.keys(restoredEntries).length > 0)
      await sealed.seal(userId, { actions: [], uploads: [], entries: restoredEntries });
    // Last: if the page closes before, the next start restores it again, under the same ids.
    await sealed.remove(id);
    count += actions.length + uploads.length;
  }
  return count;
}

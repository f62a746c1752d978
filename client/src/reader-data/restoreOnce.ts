import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { ApiClient } from '../api/client.ts';
import type { Offline } from '../offline/createOffline.ts';
import { ensureKey, restoreSealed } from './restoreSealed.ts';

export interface RestoreOnce {
  /** Restores writes that this reader left encrypted here, once; after a failure the next call tries again. */
  restore(): Promise<void>;
  /** Fetches the key for sealing, since the next sign-out may happen offline. Rejects when it cannot be fetched. */
  prepareKey(): Promise<void>;
  /** Does both when online; called after a sign-in, when the network is back, and when the page is idle. */
  whenOnline(): void;
}

export interface RestoreOncePorts {
  userId: Readable<string | null>;
  api: ApiClient;
  offline: Pick<Offline, 'network' | 'sync'> & { readonly database: Offline['database'] };
  local: Storage;
  /** Called if writes were restored. */
  onRestored(): Promise<void>;
}

/** Restores the writes that were sealed at an earlier sign-out on this browser. */
export function createRestoreOnce(ports: RestoreOncePorts): RestoreOnce {
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
    restore,
    prepareKey,
    whenOnline() {
      if (userId.get() === null || offline.network.state.get() === 'offline') return;
      runInBackground(restore());
      prepareKey().catch(() => undefined);
    },
  };
}

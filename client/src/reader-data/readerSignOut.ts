import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { Offline } from '../offline/createOffline.ts';
import { createSignOut, type SignOut, type SignOutPorts } from './createSignOut.ts';
import type { RestoreOnce } from './restoreOnce.ts';
import { createSealedWrites } from './sealedWrites.ts';
import { unsentOfPage } from './unsent.ts';

export interface ReaderSignOutPorts extends Pick<SignOutPorts, 'uploads' | 'session'> {
  userId: Readable<string | null>;
  offline: Pick<Offline, 'sync' | 'network'>;
  restoreOnce: Pick<RestoreOnce, 'prepareKey'>;
  local: Storage;
}

/** The sign-out of this page's reader, with the unsent changes of the queue, the uploads and the reading session. */
export function createReaderSignOut(ports: ReaderSignOutPorts): SignOut {
  const { userId, offline, restoreOnce, local, uploads, session } = ports;
  const { sync, network } = offline;
  return createSignOut({
    async unsent() {
      const id = userId.get();
      if (id === null) return { actions: [], uploads: [], entries: {} };
      return unsentOfPage({ userId: id, queue: sync, local });
    },
    async canKeep() {
      await restoreOnce.prepareKey();
      // What is only in memory cannot be kept.
      if (!(await sync.keepAll())) return false;
      return createSealedWrites().hasKey(userId.get() ?? '');
    },
    flush: sync.flush,
    heldUntil: () =>
      sync.waiting.get().reduce((latest, { heldUntil = 0 }) => Math.max(latest, heldUntil), 0) || null,
    uploads,
    session,
    network: network.state,
  });
}

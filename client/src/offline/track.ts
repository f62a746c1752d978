import type { Host, HostSync } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

/** How many recent actions this browser keeps. */
const maxActions = 100;

export interface LocalAction {
  action: string;
  data: Record<string, unknown>;
  timestamp: string;
}

export interface TrackPorts {
  enqueue: HostSync['enqueue'];
  user: Readable<{ id: string } | null>;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  now?(): Date;
}

/**
 * Reports an action that earns points. It goes through the queue, so it is reported once, when the server can be
 * reached. The last hundred of the reader who is signed in are also kept in this browser [GM-08].
 */
export function createTrack({ enqueue, user, storage, now = () => new Date() }: TrackPorts): Host['track'] {
  return (action, data = {}) => {
    const userId = user.get()?.id;
    if (userId === undefined) return;
    const timestamp = now().toISOString();
    remember(storage, userId, { action, data, timestamp });
    // The reader is not bothered when points could not be reported.
    enqueue('GAMIFICATION_ACTION', { id: crypto.randomUUID(), action, data, timestamp }).catch(() => {});
  };
}

export function localActions(storage: Pick<Storage, 'getItem'>, userId: string): readonly LocalAction[] {
  try {
    const byUser = JSON.parse(storage.getItem(storageKeys.gamificationActions) ?? '{}') as Record<
      string,
      LocalAction[]
    >;
    return Array.isArray(byUser[userId]) ? byUser[userId] : [];
  } catch {
    return [];
  }
}

function remember(storage: TrackPorts['storage'], userId: string, action: LocalAction): void {
  const actions = [...localActions(storage, userId), action].slice(-maxActions);
  try {
    storage.setItem(storageKeys.gamificationActions, JSON.stringify({ [userId]: actions }));
  } catch {
    // When the storage is full, only this list is lost.
  }
}

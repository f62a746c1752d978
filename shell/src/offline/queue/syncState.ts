import type { SyncState } from '@lectern/shared-contracts/host.ts';
import { isPermanentlyFailed, type StoredAction } from './storedAction.ts';

export const noSync: SyncState = { indicator: 'idle', pending: 0, syncing: 0, failed: [] };

export interface Flushing {
  now: boolean;
  /** The last flush sent something and left nothing; true for some seconds. */
  justCompleted: boolean;
}

/** What a person is told of the queue. The same object as `before` when that is the same. */
export function syncStateOf(
  actions: readonly StoredAction[],
  flushing: Flushing,
  before: SyncState,
  now: number,
): SyncState {
  const failed: StoredAction[] = [];
  let [syncing, held] = [0, 0];
  // One pass: ten thousand may wait, and this is asked at each of them.
  for (const action of actions) {
    if (action.status === 'syncing') syncing += 1;
    else if (isPermanentlyFailed(action)) failed.push(action);
    // What can still be taken back is nobody's worry yet.
    else if (action.lastAttempt === null && (action.heldUntil ?? 0) > now) held += 1;
  }
  const pending = actions.length - failed.length - syncing - held;
  const next: SyncState = { indicator: indicatorOf(), pending, syncing, failed };
  return same(next, before) ? before : next;

  function indicatorOf(): SyncState['indicator'] {
    if (flushing.now && syncing > 0) return 'syncing';
    if (failed.length > 0) return 'error';
    return flushing.justCompleted && pending === 0 ? 'completed' : 'idle';
  }
}

function same(a: SyncState, b: SyncState): boolean {
  return (
    a.indicator === b.indicator &&
    a.pending === b.pending &&
    a.syncing === b.syncing &&
    a.failed.length === b.failed.length &&
    a.failed.every(
      (action, index) => action.id === b.failed[index]?.id && action.lastError === b.failed[index]?.lastError,
    )
  );
}

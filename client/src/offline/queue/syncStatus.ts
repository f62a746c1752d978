import type { FailedAction, SyncState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { hasBeenRefused, type StoredAction } from './storedAction.ts';

const noSync: SyncState = { indicator: 'idle', pending: 0, syncing: 0, failed: [] };

interface Flushing {
  now: boolean;
  /** The reader's changes have just been sent; true for some seconds. */
  justCompleted: boolean;
}

/** Whether the reader made this change. Points are reported by the pages themselves. */
export const isReadersChange = ({ type }: Pick<StoredAction, 'type'>): boolean =>
  type !== 'GAMIFICATION_ACTION';

/** The state of the queue, as it is shown to the reader. */
export class SyncStatus {
  readonly state = createWritable<SyncState>(noSync);
  readonly flushing: Flushing = { now: false, justCompleted: false };
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  update(actions: readonly StoredAction[]): void {
    this.state.set(syncStateOf(actions, this.flushing, this.state.get(), this.#now()));
  }

  /** The reader has had time to see that everything was sent. */
  forgetCompleted(actions: readonly StoredAction[]): void {
    this.flushing.justCompleted = false;
    this.update(actions);
  }
}

/** @returns `before` when nothing has changed */
function syncStateOf(
  actions: readonly StoredAction[],
  flushing: Flushing,
  before: SyncState,
  now: number,
): SyncState {
  const failed: StoredAction[] = [];
  let [syncing, held, behind, points] = [0, 0, 0, 0];
  /** By entity: how many writes wait for a refused one. The oldest come first, so it comes before them. */
  const waitingBehind = new Map<string, number>();
  // A single pass: ten thousand writes may be waiting, and this runs for each change.
  for (const action of actions) {
    const countBehind = waitingBehind.get(action.entity);
    if (hasBeenRefused(action)) {
      failed.push(action);
      waitingBehind.set(action.entity, countBehind ?? 0);
    } else if (countBehind !== undefined) {
      waitingBehind.set(action.entity, countBehind + 1);
      behind += 1;
    } else if (!isReadersChange(action)) points += 1;
    else if (action.status === 'syncing') syncing += 1;
    // A write that can still be undone is not shown as waiting yet.
    else if (action.lastAttempt === null && (action.heldUntil ?? 0) > now) held += 1;
  }
  const pending = actions.length - failed.length - behind - syncing - held - points;
  const next: SyncState = {
    indicator: indicatorOf(),
    pending,
    syncing,
    failed: failed.map(
      (action) => ({ ...action, waitingBehind: waitingBehind.get(action.entity) ?? 0 }) as FailedAction,
    ),
  };
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
      (action, index) =>
        action.id === b.failed[index]?.id &&
        action.lastError === b.failed[index]?.lastError &&
        action.refused === b.failed[index]?.refused &&
        action.waitingBehind === b.failed[index]?.waitingBehind,
    )
  );
}

import type { HostApi, HostSync, QueuedAction, SyncState } from '../contract/host.ts';
import { isHostError } from '../contract/hostError.ts';
import { createWritable } from '../contract/readable.ts';
import { type AnyActionType, anyAction, callOf } from '../sync/anyAction.ts';
import { builtInActions } from '../sync/builtInActions.ts';

export interface TestSync extends HostSync {
  waiting(): readonly QueuedAction[];
  typeOf(type: string): AnyActionType | undefined;
}

/**
 * An in-memory queue: writes are applied optimistically and sent only by `flush()`; refused ones are then in
 * `state.get().failed`.
 */
export function createTestSync(api: HostApi, onChange: () => void | Promise<void>): TestSync {
  const types = new Map(builtInActions.map((type) => [type.type, type]));
  const state = createWritable<SyncState>({ indicator: 'idle', pending: 0, syncing: 0, failed: [] });
  let actions: readonly QueuedAction[] = [];

  async function keep(next: readonly QueuedAction[]): Promise<void> {
    actions = next;
    const failed = next.filter((action) => action.status === 'failed');
    state.set({
      indicator: failed.length > 0 ? 'error' : 'idle',
      pending: next.length - failed.length,
      syncing: 0,
      failed: failed.map((action) => ({ ...action, waitingBehind: 0 })),
    });
    await onChange();
  }

  const change = (id: string, changes: Partial<QueuedAction>) =>
    keep(actions.map((action) => (action.id === id ? { ...action, ...changes } : action)));

  async function send(action: QueuedAction): Promise<void> {
    const known = types.get(action.type);
    if (known === undefined) return;
    try {
      const { key, request } = callOf(known, action.payload);
      await api.call(key, request);
      await keep(actions.filter((other) => other.id !== action.id));
    } catch (error) {
      if (!isHostError(error)) throw error;
      if (error.status > 0)
        await change(action.id, {
          status: 'failed',
          refused: true,
          lastError: error.message,
          retryCount: action.retryCount + 1,
        });
    }
  }

  return {
    state,
    waiting: () => actions,
    typeOf: (type) => types.get(type),
    register(type) {
      const own = anyAction(type);
      types.set(type.type, own);
      return () => {
        if (types.get(type.type) === own) types.delete(type.type);
      };
    },
    async enqueue(type, payload, { id = `test-${actions.length + 1}` } = {}) {
      const known = types.get(type);
      if (known === undefined) throw new Error(`Unknown sync action type: ${type}`);
      const action: QueuedAction = {
        id,
        type,
        payload,
        status: 'pending',
        priority: known.priority,
        timestamp: Date.now(),
        retryCount: 0,
        maxRetries: 5,
        lastError: null,
        lastAttempt: null,
        entity: known.entity(payload as never),
        userId: 'test-user',
        refused: false,
      };
      await keep([...actions, action]);
    },
    async flush() {
      for (const action of actions) if (action.status === 'pending') await send(action);
    },
    async retry(actionId, others = []) {
      for (const id of [actionId, ...others])
        await change(id, { status: 'pending', refused: false, retryCount: 0, lastError: null });
    },
    drop: (id) => keep(actions.filter((action) => action.id !== id)),
  };
}

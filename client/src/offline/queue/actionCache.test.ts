/** @jest-environment node */
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { ActionCache } from './actionCache.ts';
import type { QueueStore } from './queuePorts.ts';
import type { StoredAction } from './storedAction.ts';
import { SyncStatus } from './syncStatus.ts';

const action = (id: string, more: Partial<StoredAction> = {}) =>
  ({ id, userId: 'u1', type: 'NOTE', entity: id, status: 'pending', retryCount: 0, ...more }) as StoredAction;

function setUp(first: readonly StoredAction[] = []) {
  const state = { stored: first, reads: 0, changes: 0 };
  const failures: unknown[] = [];
  const user = createWritable<{ id: string } | null>({ id: 'u1' });
  /** What happens while the database is read or changed. */
  const meanwhile: { read?: () => Promise<void> | void; change?: () => void } = {};
  const store: QueueStore = {
    async all(userId) {
      state.reads += 1;
      const found = state.stored.filter((one) => one.userId === userId);
      await meanwhile.read?.();
      if (failures.length > 0) throw failures.shift();
      return found;
    },
    async change(_, decide) {
      if (failures.length > 0) throw failures.shift();
      state.stored = decide(state.stored);
      meanwhile.change?.();
      return state.stored;
    },
  };
  const status = new SyncStatus(() => 0);
  const cache = new ActionCache({ store, user }, status, () => {
    state.changes += 1;
  });
  const ids = () => cache.actions.get().map(({ id }) => id);
  return { cache, state, status, user, failures, meanwhile, ids };
}

const add = (id: string) => (all: readonly StoredAction[]) => [...all, action(id)];

describe('what a tab knows of the waiting writes', () => {
  it('[OF-03] is shown with its state', async () => {
    const { cache, status, ids } = setUp([action('a'), action('b', { userId: 'u2' })]);
    await cache.reload();
    expect([ids(), cache.has('a'), cache.has('b'), cache.userId]).toEqual([['a'], true, false, 'u1']);
    expect(status.state.get().pending).toBe(1);
    cache.clear();
    expect([ids(), status.state.get().pending]).toEqual([[], 0]);
  });

  it('[AE-09] is nothing when nobody is signed in', async () => {
    const { cache, user, ids, state } = setUp([action('a')]);
    user.set(null);
    await cache.reload();
    expect([ids(), cache.userId, state.reads]).toEqual([[], undefined, 0]);
  });

  it.each<[string, (parts: ReturnType<typeof setUp>) => unknown, string[]]>([
    ['a write was added', ({ cache }) => cache.change('u1', add('b')), ['a', 'b']],
    ['another reader has signed in', ({ user }) => user.set({ id: 'u2' }), ['c']],
    ['it was cleared', ({ cache }) => cache.clear(), ['a']],
  ])('[M-11] is read again when %s while it was read', async (_, happens, expected) => {
    const parts = setUp([action('a'), action('c', { userId: 'u2' })]);
    parts.meanwhile.read = async () => {
      parts.meanwhile.read = undefined;
      await happens(parts);
    };
    await parts.cache.reload();
    expect([parts.ids(), parts.state.reads]).toEqual([expected, 2]);
  });

  it('is read once more for all the changes of other tabs during a read', async () => {
    const { cache, meanwhile, state, failures } = setUp();
    const read = Promise.withResolvers<void>();
    meanwhile.read = () => read.promise;
    const reloads = [cache.reloadOnce(), cache.reloadOnce(), cache.reloadOnce()];
    read.resolve();
    await Promise.all(reloads);
    expect(state.reads).toBe(2);
    failures.push(new Error('gone'));
    await cache.reloadOnce();
    await cache.reloadOnce();
    expect(state.reads).toBe(4);
  });
});

describe('a step of the queue', () => {
  it('is shown and announced only when it has changed something', async () => {
    const { cache, state, ids } = setUp();
    await cache.change('u1', add('a'));
    expect([ids(), state.changes]).toEqual([['a'], 1]);
    await cache.change('u1', (all) => [...all]);
    await cache.change('u1', (all) => all);
    expect(state.changes).toBe(1);
    await cache.change('u1', (all) => all.map((one) => ({ ...one })));
    expect(state.changes).toBe(2);
    await cache.change('u1', ([one]) => [one as StoredAction, action('b')]);
    await cache.change('u1', (all) => all.slice(1));
    expect([ids(), state.changes]).toEqual([['b'], 4]);
  });

  it('[AE-09] of a reader who has signed out meanwhile is not shown', async () => {
    const { cache, user, meanwhile, ids, state } = setUp();
    meanwhile.change = () => user.set({ id: 'u2' });
    await cache.change('u1', add('a'));
    expect([ids(), state.changes]).toEqual([[], 1]);
  });

  it('that fails changes nothing that is shown', async () => {
    const { cache, failures, state, ids } = setUp();
    await cache.change('u1', add('a'));
    failures.push(new Error('broken'));
    await expect(cache.change('u1', add('b'))).rejects.toThrow('broken');
    expect([ids(), state.changes]).toEqual([['a'], 1]);
  });
});

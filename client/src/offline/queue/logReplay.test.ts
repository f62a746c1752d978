/** @jest-environment node */

import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { loggedIn, memoryStorage } from '../../testing/memoryStorage.ts';
import { storedAction } from '../../testing/storedAction.ts';
import { createActionTypes } from '../common/actionTypes.ts';
import { ActionCache } from './actionCache.ts';
import { createLogReplay } from './enqueue.ts';
import type { Durability, QueueStore } from './queuePorts.ts';
import type { StoredAction } from './storedAction.ts';
import { SyncStatus } from './syncStatus.ts';
import { createWriteAheadLog, type LogEntry } from './writeAheadLog.ts';

const now = 1_000_000;
const lend: ActionType<{ book: string }> = {
  type: 'LEND',
  priority: 5,
  entity: ({ book }) => book,
  request: ({ book }) => ({ key: 'GET /books/:id', params: { id: book } }),
};
const entry = (id: string, more: Partial<LogEntry> = {}) => ({
  id,
  type: 'LEND',
  payload: { book: id } as unknown,
  userId: 'u1',
  ...more,
});
const waiting = (id: string, more: Partial<StoredAction> = {}): StoredAction =>
  storedAction({ id, type: 'LEND', payload: { book: id }, ...more });

async function setUp({
  stored = [] as readonly StoredAction[],
  isKept = true,
  userId = 'u1' as string | null,
} = {}) {
  const local = memoryStorage();
  const session = memoryStorage();
  const open = (time: number, own = memoryStorage()) => createWriteAheadLog(local, own, () => time);
  // The page before this one in the same tab, and another tab. Both have been closed.
  const [before, elsewhere] = [open(0, session), open(0)];
  const state = { stored, durability: [] as (Durability | undefined)[] };
  const store: QueueStore = {
    all: async () => state.stored,
    async change(_, decide, durability) {
      state.durability.push(durability);
      state.stored = decide(state.stored);
      return state.stored;
    },
    isKept: () => isKept,
  };
  const types = createActionTypes();
  types.register(lend);
  const user = createWritable(userId === null ? null : { id: userId });
  const cache = new ActionCache({ store, user }, new SyncStatus(() => now), () => {});
  await cache.reload();
  const own = open(now, session);
  const log = createLogReplay({ writeAheadLog: own, types, store }, cache, () => now);
  return {
    log,
    own,
    before,
    elsewhere,
    cache,
    state,
    /** Another tab, which is still open. */
    busy: () => open(now),
    ids: () => state.stored.map(({ id }) => id),
    logged: () => loggedIn(local),
  };
}

describe('[OF-04] what closed pages have left in the log', () => {
  it('is put into the queue, durably, and leaves the log', async () => {
    const { log, before, elsewhere, state, ids, logged } = await setUp();
    before.add(entry('a', { order: 5, clockOff: 7 }));
    elsewhere.add(entry('b', { order: 6 }));
    await log.replay();
    expect(state.stored).toMatchObject([
      { id: 'a', timestamp: 5, clockOff: 7, lastAttempt: null, userId: 'u1', entity: 'a' },
      { id: 'b', timestamp: 6, lastAttempt: now },
    ]);
    expect([ids(), logged(), state.durability]).toEqual([['a', 'b'], 0, ['strict', 'strict']]);
  });

  it.each<[string, Partial<LogEntry>]>([
    ['of another reader', { userId: 'u2' }],
    ['of an unknown type', { type: 'SELL' }],
    ['that its type cannot read', { payload: null }],
  ])('stays there when it is a write %s', async (_, more) => {
    const { log, before, ids, logged } = await setUp();
    before.add(entry('a', more));
    await log.replay();
    expect([ids(), logged()]).toEqual([[], 1]);
  });

  it('stays there while nobody is signed in', async () => {
    const { log, before, ids, logged } = await setUp({ userId: null });
    before.add(entry('a'));
    await log.replay();
    expect([ids(), logged()]).toEqual([[], 1]);
  });

  it.each<[string, Partial<LogEntry>, string[]]>([
    ['of a known type', {}, ['b']],
    ['of an unknown type', { type: 'SELL' }, ['b']],
    ['in whatever version', { payload: undefined }, ['b']],
    ['in another version, which stays', { payload: { book: 'other' } }, ['a', 'b']],
  ])('removes a write that was sent or discarded, %s', async (_, more, expected) => {
    const { log, before, ids, logged } = await setUp({ stored: [waiting('a'), waiting('b')] });
    before.add(entry('a', { settled: true, ...more }));
    await log.replay();
    expect([ids(), logged()]).toEqual([expected, 0]);
  });
});

describe('[Y-02] what another open tab has in the log', () => {
  it('stays there, and is not put into the queue', async () => {
    const { log, busy, ids, logged } = await setUp();
    busy().add(entry('a'));
    await log.replay();
    expect([ids(), logged()]).toEqual([[], 1]);
  });

  it.each<[string, Partial<LogEntry>, string[]]>([
    ['it has sent or discarded', {}, ['b']],
    ['it has sent in another version', { payload: { book: 'other' } }, ['a', 'b']],
    ['another reader has sent', { userId: 'u2' }, ['a', 'b']],
  ])('removes from the queue what %s', async (_, more, expected) => {
    const { log, busy, ids, logged, state } = await setUp({ stored: [waiting('a'), waiting('b')] });
    busy().add(entry('a', { settled: true, ...more }));
    await log.replay();
    expect([ids(), logged(), state.durability.length]).toEqual([expected, 1, 2 - expected.length]);
  });
});

describe('[Y-02] a tab that has its writes only in memory', () => {
  it('keeps them in the log', async () => {
    const { log, before, own, ids, logged } = await setUp({ isKept: false });
    before.add(entry('a'));
    await log.replay();
    expect([ids(), logged(), own.has('a')]).toEqual([['a'], 1, true]);
    await log.forget('u1', 'a');
    expect(logged()).toBe(1);
  });

  it('takes over the entry of a closed tab, unless it has its own', async () => {
    const { log, elsewhere, own, logged } = await setUp({ isKept: false });
    elsewhere.add(entry('a'));
    await log.replay();
    expect(logged()).toBe(1);
    own.add(entry('a'));
    await log.replay();
    expect([logged(), own.has('a')]).toEqual([1, true]);
  });

  it('keeps what says that a write was sent, of itself but not of others', async () => {
    const { log, before, elsewhere, logged } = await setUp({ isKept: false });
    before.add(entry('a', { settled: true }));
    elsewhere.add(entry('b', { settled: true }));
    await log.replay();
    expect(logged()).toBe(1);
  });

  it('has a write for which there is no room', async () => {
    const { log, own } = await setUp({ isKept: false, stored: [waiting('a')] });
    expect([log.isStoredNowhere('u1', 'a'), log.isStoredNowhere('u1', 'b')]).toEqual([true, false]);
    own.add(entry('a'));
    expect(log.isStoredNowhere('u1', 'a')).toBe(false);
    const kept = await setUp({ stored: [waiting('a')] });
    expect(kept.log.isStoredNowhere('u1', 'a')).toBe(false);
  });

  it('forgets a write that does not wait any more, and one that the database has', async () => {
    for (const isKept of [true, false]) {
      const { log, own, logged } = await setUp({ isKept, stored: isKept ? [waiting('a')] : [] });
      own.add(entry('a'));
      await log.forget('u1', 'a');
      expect(logged()).toBe(0);
    }
  });
});

/** @jest-environment node */

import type { ActionType, NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import fc from 'fast-check';
import { ApiError } from '../../common/hostError.ts';
import { createMemoryQueueStore } from '../../testing/memoryQueueStore.ts';
import { memoryStorage } from '../../testing/memoryStorage.ts';
import { createActionTypes } from '../common/actionTypes.ts';
import { createQueue, type Queue } from './queue.ts';
import type { StoredAction } from './storedAction.ts';
import { createWriteAheadLog } from './writeAheadLog.ts';

/** What happens to one request on its way. */
type Fate =
  | 'ok'
  | 'lost on the way'
  | 'answer lost'
  | 'overloaded'
  | 'refused'
  | 'tab dies before'
  | 'tab dies after';
type Step =
  | { do: 'write'; thing: number; replaces: boolean; priority: 'append' | 'urgent' }
  | { do: 'flush'; fates: Fate[]; network: boolean }
  | { do: 'clock'; by: number }
  | { do: 'retry'; which: number };

interface Payload {
  thing: number;
  /** All the writes that are in it: one, or more when they became one. */
  writes: number[];
}

const base = { entity: ({ thing }: Payload) => `thing:${thing}` };
const request = ({ thing, writes }: Payload) =>
  ({
    key: 'PUT /notes/:id',
    params: { id: String(thing) },
    body: { content: JSON.stringify(writes) },
  }) as const;

const types: ActionType<Payload>[] = [
  { ...base, type: 'APPEND', priority: 3, request },
  { ...base, type: 'URGENT', priority: 9, request },
  {
    ...base,
    type: 'REPLACE',
    priority: 6,
    request,
    merge: (earlier, later) => ({ thing: later.thing, writes: [...earlier.writes, ...later.writes] }),
  },
];

/** A server that remembers keys, as ours does. */
function createServer() {
  const applied: Payload[] = [];
  const remembered = new Map<string, string>();
  return {
    applied,
    take(key: string, { thing, writes }: Payload) {
      const body = JSON.stringify({ thing, writes });
      const before = remembered.get(key);
      if (before !== undefined && before !== body) throw new Error('The same key for another request.');
      if (before === undefined) applied.push({ thing, writes });
      remembered.set(key, body);
    },
  };
}

function createWorld() {
  const store = createMemoryQueueStore();
  const local = memoryStorage();
  const server = createServer();
  const user = createWritable({ id: 'reader' });
  const network = createWritable<NetworkState>('online');
  let clock = 1_000_000;
  let ids = 0;
  let fates: Fate[] = [];
  let tabDied: () => void = () => {};
  const refused = new Set<number>();

  function openTab(): Queue {
    const known = createActionTypes();
    for (const type of types) known.register(type);
    return createQueue({
      store,
      writeAheadLog: createWriteAheadLog(local, memoryStorage(), () => clock),
      types: known,
      user,
      network: { state: network, check: async () => network.get() },
      events: { emit: () => {} },
      exclusively: (work) => work(),
      channel: null,
      commit: async () => {},
      page: new EventTarget() as unknown as Document,
      now: () => clock,
      newId: () => `key-${++ids}`,
      async call(_, { params, body }: never, { idempotencyKey = '' }) {
        const { id } = params as { id: string };
        const payload = {
          thing: Number(id),
          writes: JSON.parse((body as { content: string }).content) as number[],
        };
        const fate = fates.shift() ?? 'ok';
        if (fate === 'lost on the way') throw new ApiError('lost', 0, 'network');
        if (fate === 'overloaded') throw new ApiError('later', 503, 'http');
        if (fate === 'refused') {
          for (const write of payload.writes) refused.add(write);
          throw new ApiError('no', 422, 'http');
        }
        if (fate !== 'tab dies before') server.take(idempotencyKey, payload);
        if (fate === 'answer lost') throw new ApiError('lost', 0, 'network');
        if (fate === 'tab dies before' || fate === 'tab dies after') {
          tab = openTab();
          tabDied();
          return new Promise(() => {});
        }
      },
    });
  }

  let tab: Queue = openTab();
  return {
    server,
    store,
    refused,
    tick: (by: number) => {
      clock += by;
    },
    write: (thing: number, type: string, write: number) =>
      tab.enqueue(type as never, { thing, writes: [write] } as never),
    async flush(next: Fate[], there: boolean) {
      fates = [...next];
      network.set(there ? 'online' : 'offline');
      const dead = new Promise<void>((resolve) => {
        tabDied = resolve;
      });
      await Promise.race([tab.flushNow(), dead]);
    },
    retry: (id: string) => tab.retry(id),
    failed: () => tab.state.get().failed,
    waitingIn: (actions: readonly StoredAction[]) =>
      actions.flatMap(({ payload }) => (payload as Payload).writes),
  };
}

const fate = fc.constantFrom<Fate>(
  'ok',
  'ok',
  'lost on the way',
  'answer lost',
  'overloaded',
  'refused',
  'tab dies before',
  'tab dies after',
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      thing: fc.nat(2),
      replaces: fc.boolean(),
      priority: fc.constantFrom('append' as const, 'urgent' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('flush' as const),
      fates: fc.array(fate, { maxLength: 5 }),
      network: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      by: fc.integer({ min: -5_000_000, max: 5_000_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retry' as const), which: fc.nat(3) }) },
);

describe('the queue, whatever happens', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('[OF-04] loses nothing, applies nothing twice, and keeps the order of writes about one thing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const world = createWorld();
        const written = new Map<number, number[]>();
        let count = 0;
        for (const next of steps) {
          if (next.do === 'write') {
            count += 1;
            written.set(next.thing, [...(written.get(next.thing) ?? []), count]);
            await world.write(next.thing, next.replaces ? 'REPLACE' : next.priority.toUpperCase(), count);
          } else if (next.do === 'flush') await world.flush(next.fates, next.network);
          else if (next.do === 'clock') world.tick(next.by);
          else {
            const failed = world.failed();
            const action = failed[next.which % Math.max(1, failed.length)];
            if (action) await world.retry(action.id);
          }
          await jest.advanceTimersByTimeAsync(0);
        }
        // Everything heals, and the reader retries what had failed for good.
        for (let round = 0; round < 100 && world.store.everything().length > 0; round += 1) {
          world.tick(10_000_000);
          await world.flush([], true);
          for (const action of world.failed()) await world.retry(action.id);
          await jest.advanceTimersByTimeAsync(0);
        }
        expect(world.store.everything()).toEqual([]);
        for (const [thing, writes] of written) {
          const arrived = world.server.applied
            .filter((payload) => payload.thing === thing)
            .flatMap((payload) => payload.writes);
          // A write that became one with a later one may arrive twice, the second time inside it. That changes nothing.
          expect(arrived.filter((write, index) => arrived.lastIndexOf(write) === index)).toEqual(writes);
        }
        jest.clearAllTimers();
      }),
      { numRuns: 300 },
    );
  });

  it('[OF-04] applies no write twice when none may become one', async () => {
    const plain = fc.array(
      step.filter((s) => s.do !== 'write' || !s.replaces),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(plain, async (steps) => {
        const world = createWorld();
        let count = 0;
        for (const next of steps) {
          if (next.do === 'write') {
            count += 1;
            await world.write(next.thing, next.priority.toUpperCase(), count);
          } else if (next.do === 'flush') await world.flush(next.fates, next.network);
          else if (next.do === 'clock') world.tick(next.by);
          await jest.advanceTimersByTimeAsync(0);
          // At every moment each write is on the server or waiting, and it arrived at most once.
          const arrived = world.server.applied.flatMap((payload) => payload.writes);
          const somewhere = new Set([...arrived, ...world.waitingIn(world.store.everything())]);
          expect(somewhere.size).toBe(count);
          expect(new Set(arrived).size).toBe(arrived.length);
        }
        jest.clearAllTimers();
      }),
      { numRuns: 300 },
    );
  });
});

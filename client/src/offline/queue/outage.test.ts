/** @jest-environment node */

import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { createApiClient } from '../../api/client.ts';
import { memoryStorage } from '../../testing/memoryStorage.ts';
import { createActionTypes } from '../common/actionTypes.ts';
import { createNetwork } from '../network/network.ts';
import { createQueue } from './queue.ts';
import type { QueueStore } from './queuePorts.ts';
import type { StoredAction } from './storedAction.ts';
import { createFlushLock } from './tabs.ts';
import { createWriteAheadLog } from './writeAheadLog.ts';

const minute = 60_000;
const mark = { 'lectern-api': '1' };
const ours = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ error: 'No.', code: 'x' }, { status, headers: { ...mark, ...headers } });
const page = (status: number) =>
  new Response('<h1>Not us</h1>', { status, headers: { 'content-type': 'text/html' } });
const healthy = () => Response.json({ status: 'ok' }, { headers: mark });

/**
 * Answers of the world between browser and server.
 * @param id of the note that is written, null for a look at the network
 */
type World = (id: string | null) => Response;

/** Without copies: a thousand writes are looked at many times. */
function plainStore(): QueueStore {
  let stored: readonly StoredAction[] = [];
  return {
    all: async () => stored,
    change: async (_, decide) => {
      stored = decide(stored);
      return stored;
    },
  };
}

/** The queue with the network and the API client that it ships with; everything that goes out is counted. */
async function start(world: World) {
  const state = { world, requests: 0, applied: [] as string[] };
  const events = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  const fetcher: typeof fetch = async (_, init) => {
    state.requests += 1;
    const id = init?.method === 'POST' ? (JSON.parse(String(init.body)) as { id: string }).id : null;
    const answer = state.world(id);
    if (answer.ok && answer.headers.has('lectern-api') && id !== null) state.applied.push(id);
    return answer;
  };
  const network = createNetwork({
    root: '/v1',
    fetch: fetcher,
    window: events as Window,
    document: document as unknown as Document,
    onLine: () => true,
  });
  const api = createApiClient({
    root: '/v1',
    headers: {},
    token: () => null,
    refresh: async () => false,
    sessionExpired: () => {},
    onReach: network.reportReach,
    fetch: fetcher,
  });
  const queue = createQueue({
    store: plainStore(),
    writeAheadLog: createWriteAheadLog(memoryStorage(), memoryStorage(), Date.now),
    types: createActionTypes(),
    call: (key, request, options) => api.call(key, request, options),
    user: createWritable({ id: 'u1' }),
    network,
    events: { emit: () => {} },
    exclusively: createFlushLock('test', null),
    channel: null,
    commit: async () => {},
    page: document as unknown as Document,
  });
  await queue.start();
  return {
    queue,
    state,
    write: (id: string) =>
      queue.enqueue('CREATE_NOTE', {
        id,
        bookId: null,
        content: 'words',
        created_at: '2026-01-01T00:00:00.000Z',
      }),
    comesOnline: () => events.dispatchEvent(new Event('online')),
  };
}

const forAll = (answer: () => Response): World => answer;
const forWrites =
  (answer: () => Response): World =>
  (id) =>
    id === null ? healthy() : answer();
const noAnswer = (): never => {
  throw new TypeError('Failed to fetch');
};

const outages: [string, World][] = [
  ['no network that the browser knows of', forAll(noAnswer)],
  ['502 of a proxy', forAll(() => page(502))],
  ['a portal with 200', forAll(() => page(200))],
  ['a 403 page for writes alone', forWrites(() => page(403))],
  ['a 404 page for writes alone', forWrites(() => page(404))],
  ['no answer to writes alone', forWrites(noAnswer)],
  ['500 of the server', forWrites(() => ours(500))],
  ['503 of the server', forAll(() => ours(503))],
  ['429 of the server', forWrites(() => ours(429))],
  ['429 with Retry-After', forWrites(() => ours(429, { 'retry-after': '1' }))],
  ['408 of the server', forWrites(() => ours(408))],
  ['a sign-in that cannot be renewed', forWrites(() => ours(401))],
];

describe('an outage', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each(outages)(
    '[Y-01] of an hour with 1,000 writes waiting costs at most 200 requests, and no write: %s',
    async (_, world) => {
      const { queue, state, write } = await start(world);
      for (let index = 0; index < 1_000; index += 1) await write(`n${index}`);
      state.requests = 0;
      await jest.advanceTimersByTimeAsync(60 * minute);
      expect(state.requests).toBeLessThanOrEqual(200);
      expect(queue.state.get()).toMatchObject({ pending: 1_000, failed: [] });
      state.world = healthy;
      await jest.advanceTimersByTimeAsync(2 * minute);
      expect(queue.waiting.get()).toEqual([]);
      expect(new Set(state.applied).size).toBe(1_000);
      expect(state.applied).toHaveLength(1_000);
    },
  );

  it.each(outages)('[Y-01] Sync Now and the event `online` cost nothing: %s', async (_, world) => {
    const { queue, state, write, comesOnline } = await start(world);
    await write('n1');
    state.requests = 0;
    for (let press = 0; press < 20; press += 1) {
      await queue.flush();
      comesOnline();
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(state.requests).toBeLessThanOrEqual(100);
    expect(queue.state.get()).toMatchObject({ pending: 1, failed: [] });
    state.world = healthy;
    await jest.advanceTimersByTimeAsync(2_000);
    await queue.flush();
    comesOnline();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(queue.waiting.get()).toEqual([]);
  });

  it('waits as long as the server asks for', async () => {
    const { state, write } = await start(forWrites(() => ours(503, { 'retry-after': '600' })));
    await write('n1');
    await jest.advanceTimersByTimeAsync(minute);
    state.requests = 0;
    await jest.advanceTimersByTimeAsync(8 * minute);
    expect(state.requests).toBe(0);
    state.world = healthy;
    await jest.advanceTimersByTimeAsync(2 * minute);
    expect(state.applied).toEqual(['n1']);
  });

  it.each([500, 503])(
    'of one write alone (%i for ever) holds up no other, and that one is never given up',
    async (status) => {
      const { queue, state, write } = await start((id) => (id === 'poison' ? ours(status) : healthy()));
      await write('poison');
      for (let index = 0; index < 20; index += 1) await write(`n${index}`);
      await jest.advanceTimersByTimeAsync(5_000);
      expect(state.applied).toHaveLength(20);
      for (let hour = 0; hour < 24; hour += 1) {
        await write(`later${hour}`);
        await jest.advanceTimersByTimeAsync(60 * minute);
        expect(state.applied).toContain(`later${hour}`);
      }
      expect(queue.state.get()).toMatchObject({ pending: 1, failed: [] });
      state.requests = 0;
      await jest.advanceTimersByTimeAsync(60 * minute);
      expect(state.requests).toBeLessThanOrEqual(65);
      state.world = healthy;
      await queue.flush();
      // It may have been on its way, to be answered for the last time as before.
      await jest.advanceTimersByTimeAsync(2 * minute);
      expect(state.applied).toContain('poison');
    },
  );

  it('[Y-01] what an earlier version had given up after five failures of the server goes again', async () => {
    const { queue, write } = await start(forAll(noAnswer));
    await write('n1');
    const [stranded] = queue.waiting.get();
    const store = plainStore();
    await store.change('u1', () => [{ ...(stranded as StoredAction), status: 'failed', retryCount: 5 }]);
    const { drained } = await drainOf(store);
    expect(drained).toEqual(['n1']);
  });
});

/** What another page sends of this store once the server is there. */
async function drainOf(store: QueueStore): Promise<{ drained: string[] }> {
  const drained: string[] = [];
  const queue = createQueue({
    store,
    writeAheadLog: createWriteAheadLog(memoryStorage(), memoryStorage(), Date.now),
    types: createActionTypes(),
    call: async (_, { body }: never) => drained.push((body as { id: string }).id),
    user: createWritable({ id: 'u1' }),
    network: { state: createWritable('online' as const), check: async () => 'online' as const },
    events: { emit: () => {} },
    exclusively: createFlushLock('test', null),
    channel: null,
    commit: async () => {},
    page: new EventTarget() as unknown as Document,
  });
  await queue.flushNow();
  return { drained };
}

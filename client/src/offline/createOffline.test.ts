/** @jest-environment node */
import 'fake-indexeddb/auto';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { deleteDB } from 'idb';
import { memoryStorage } from '../testing/memoryStorage.ts';
import { createOffline, type OfflinePorts } from './createOffline.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const tab = new EventTarget();

/** One tab, with a server that answers nothing but its mark, and counts what it is asked. */
function setUp(ports: Partial<OfflinePorts> = {}) {
  const state = { online: false, written: [] as string[], asked: [] as string[] };
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
  Object.assign(globalThis, {
    BroadcastChannel: class extends EventTarget {
      postMessage(): void {}
    },
    window: tab,
    document: page,
  });
  const offline = createOffline({
    root: 'http://lectern.test/v1',
    headers: {},
    token: () => null,
    refresh: async () => false,
    sessionExpired: () => {},
    user: createWritable({ id: 'u1' }),
    events: { emit: () => {}, on: () => () => {} },
    storage: memoryStorage(),
    session: memoryStorage(),
    fetch: async (input, init) => {
      if (!state.online) throw new TypeError('Failed to fetch');
      const { pathname, search } = new URL(String(input));
      state.asked.push(`${init?.method ?? 'GET'} ${pathname.replace('/v1', '')}${search}`);
      if (init?.method === 'POST') state.written.push(JSON.parse(String(init.body)).content);
      return Response.json({ items: [], total: 0, revisions: {} }, { headers: { 'lectern-api': '1' } });
    },
    ...ports,
  });
  const write = (content: string) =>
    offline.sync.enqueue('CREATE_NOTE', {
      id: crypto.randomUUID(),
      bookId: null,
      content,
      created_at: '2026-01-01T00:00:00.000Z',
    });
  return { state, offline, write };
}

it('[Y-02] what is put together for a reader goes on when its database is deleted, and keeps again after it', async () => {
  // No work by the clock, which would keep the test running.
  jest.useFakeTimers({
    doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'queueMicrotask', 'nextTick'],
  });
  const sent: unknown[] = [];
  const { state, offline, write } = setUp({ onSent: (answer) => sent.push(answer) });
  await write('first');
  await deleteDB('lectern');
  await write('second');
  expect(await (await offline.database).count('sync_queue')).toBe(2);
  expect(offline.storageProblem.get()).toBeNull();
  state.online = true;
  await offline.network.check();
  await offline.sync.flush();
  expect(state.written).toEqual(['first', 'second']);
  expect(sent).toHaveLength(2);
  expect(await (await offline.database).count('sync_queue')).toBe(0);
  offline.network.stop();
  jest.useRealTimers();
});

it('[OF-10] from its start on, it fetches what pages will show, and what other devices and tabs have changed', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  const { state, offline } = setUp({ offlineReads: () => [{ key: 'GET /notes', request: {} as never }] });
  state.online = true;
  /** What was asked until then. */
  const within = async (milliseconds: number) => {
    await jest.advanceTimersByTimeAsync(milliseconds);
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    return state.asked.splice(0);
  };
  expect(await within(60_000)).toEqual([]);
  await offline.start();
  expect(await within(0)).toEqual(
    expect.arrayContaining(['GET /books?limit=20', 'GET /reading/sessions?limit=30', 'GET /changes']),
  );
  expect(await within(3_000)).toEqual(expect.arrayContaining(['GET /notes', 'GET /events']));
  const stop = offline.data.watch('GET /books', { query: { limit: 20 } }).subscribe(() => {});
  await within(0);
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'lectern.books_updated' }));
  expect(await within(0)).toEqual(['GET /books?limit=20']);
  stop();
  offline.network.stop();
  jest.useRealTimers();
});

/** @jest-environment node */
import 'fake-indexeddb/auto';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { deleteDB } from 'idb';
import { memoryStorage } from '../testing/memoryStorage.ts';
import { createOffline } from './createOffline.ts';

it('[Y-02] what is put together for a reader goes on when its database is deleted, and keeps again after it', async () => {
  const state = { online: false, written: [] as string[] };
  // One tab, and no work by the clock: both would keep the test running.
  jest.useFakeTimers({
    doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'queueMicrotask', 'nextTick'],
  });
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
  Object.assign(globalThis, {
    BroadcastChannel: class extends EventTarget {
      postMessage(): void {}
    },
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
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
    fetch: async (_, init) => {
      if (!state.online) throw new TypeError('Failed to fetch');
      if (init?.method === 'POST') state.written.push(JSON.parse(String(init.body)).content);
      return Response.json({}, { headers: { 'lectern-api': '1' } });
    },
  });
  const write = (content: string) =>
    offline.sync.enqueue('CREATE_NOTE', {
      id: crypto.randomUUID(),
      bookId: null,
      content,
      created_at: '2026-01-01T00:00:00.000Z',
    });
  await write('first');
  await deleteDB('lectern');
  await write('second');
  expect(await (await offline.database).count('sync_queue')).toBe(2);
  expect(offline.storageProblem.get()).toBeNull();
  state.online = true;
  await offline.network.check();
  await offline.sync.flush();
  expect(state.written).toEqual(['first', 'second']);
  expect(await (await offline.database).count('sync_queue')).toBe(0);
  offline.network.stop();
  jest.useRealTimers();
});

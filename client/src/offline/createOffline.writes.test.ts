/** @jest-environment node */
import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { deleteDB } from 'idb';
import { loggedIn, memoryStorage } from '../testing/memoryStorage.ts';
import { openTab, pass } from '../testing/offlineTab.ts';
import { coverCacheName } from './books/bookCache.ts';
import type { ActionTypeModules } from './common/actionTypes.ts';

describe('the database', () => {
  it('[Y-02] is created again after it was deleted, and no write is lost', async () => {
    const sent: unknown[] = [];
    const { state, offline, write, goOffline, goOnline } = openTab({ onSent: (answer) => sent.push(answer) });
    goOffline();
    await write('first');
    await deleteDB('lectern');
    await write('second');
    expect(await (await offline.database).count('sync_queue')).toBe(2);
    expect(offline.storageProblem.get()).toBeNull();
    await goOnline();
    await offline.sync.flush();
    expect(state.written).toEqual(['first', 'second']);
    expect(sent).toHaveLength(2);
    expect(await (await offline.database).count('sync_queue')).toBe(0);
  });

  it('[Y-02] may be deleted just before a reload: the page has the writes', async () => {
    const session = memoryStorage();
    const { write, goOffline, storage } = openTab({ session });
    goOffline();
    await write('first');
    expect(loggedIn(storage)).toBe(0);
    await deleteDB('lectern');
    expect(loggedIn(storage)).toBe(1);
    const { state, offline } = openTab({ session, storage });
    await offline.sync.flush();
    expect(state.written).toEqual(['first']);
  });

  it('[Y-02] may be unusable: writes are sent from memory, and the reader can be told why', async () => {
    jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Access denied', 'SecurityError');
    });
    const { state, offline, write, goOffline, goOnline } = openTab();
    goOffline();
    await write('first');
    expect(offline.storageProblem.get()).toBe('gone');
    await goOnline();
    await offline.sync.flush();
    expect(state.written).toEqual(['first']);
  });

  describe('that is full', () => {
    /** Fetches the collections once, so that their answer is kept. Then the database has no room for the next write. */
    async function fill(tab: ReturnType<typeof openTab>) {
      const deleteCache = jest.fn(async () => true);
      Object.assign(globalThis, { caches: { delete: deleteCache } });
      await tab.offline.data.keep('GET /collections', {});
      await tab.write('before');
      await tab.offline.sync.flush();
      jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
        throw new DOMException('The disk is full', 'QuotaExceededError');
      });
      return { deleteCache };
    }
    const isKept = ({ offline }: ReturnType<typeof openTab>) => offline.data.keep('GET /collections', {});

    it('[Y-02] gets room by removing covers and answers that can be fetched again', async () => {
      const tab = openTab();
      const { deleteCache } = await fill(tab);
      await tab.write('first');
      expect(deleteCache).toHaveBeenCalledWith(coverCacheName);
      expect(await isKept(tab)).toBe(false);
      await tab.offline.sync.flush();
      expect(tab.state.written).toEqual(['before', 'first']);
    });

    it('[Y-02] keeps the answers while there is no network: they are all that the reader has', async () => {
      const tab = openTab();
      const { deleteCache } = await fill(tab);
      tab.goOffline();
      await tab.write('first');
      expect(deleteCache).toHaveBeenCalledWith(coverCacheName);
      expect(await isKept(tab)).toBe(true);
      expect(await (await tab.offline.database).count('sync_queue')).toBe(1);
    });

    it('[Y-02] is no problem in a browser without caches', async () => {
      const tab = openTab();
      await fill(tab);
      Object.assign(globalThis, { caches: undefined });
      tab.goOffline();
      await tab.write('first');
      expect(await (await tab.offline.database).count('sync_queue')).toBe(1);
    });
  });
});

describe('writes', () => {
  const lend: ActionType<{ title: string }> = {
    type: 'LEND_BOOK',
    priority: 2,
    entity: ({ title }) => `loan:${title}`,
    request: ({ title }) =>
      ({ key: 'POST /notes', body: { id: crypto.randomUUID(), content: title } }) as never,
  };

  it('of a type that a remote knows are sent after a reload, with the code that is loaded then', async () => {
    const before = openTab();
    before.goOffline();
    before.offline.sync.register(lend);
    await before.offline.sync.enqueue('LEND_BOOK' as never, { title: 'Emma' } as never);
    const modules: ActionTypeModules = new Map([['LEND_BOOK', async () => [lend as ActionType<unknown>]]]);
    const { offline, state } = openTab({ actionModules: createWritable(modules) });
    await offline.start();
    await pass(0);
    expect(state.written).toEqual(['Emma']);
  });

  it('of one tab wait in the others, too', async () => {
    const one = openTab();
    one.goOffline();
    const other = openTab();
    await one.write('mine');
    await pass(0);
    expect(other.offline.sync.waiting.get()).toMatchObject([{ payload: { content: 'mine' } }]);
  });

  it('wait in a browser without BroadcastChannel as well', async () => {
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    const { offline, write, goOffline } = openTab();
    goOffline();
    await write('mine');
    expect(offline.sync.waiting.get()).toHaveLength(1);
  });

  it('[GM-08] report actions that earn points', async () => {
    const { offline, goOffline } = openTab();
    goOffline();
    offline.track('page_read', { pages: 2 });
    await pass(0);
    expect(offline.sync.waiting.get()).toMatchObject([
      { type: 'GAMIFICATION_ACTION', payload: { action: 'page_read', data: { pages: 2 } } },
    ]);
  });
});

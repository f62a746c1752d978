/** @jest-environment node */
import 'fake-indexeddb/auto';
import { changesHeader } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { ChangeArea, Revisions } from '@lectern/shared-contracts/api/changes.ts';
import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB } from 'idb';
import { loggedIn, memoryStorage } from '../testing/memoryStorage.ts';
import { coverCacheName } from './books/bookCache.ts';
import type { ActionTypeModules } from './common/loadActionTypes.ts';
import { createOffline, type OfflinePorts } from './createOffline.ts';
import { createEntryStore } from './reads/index.ts';

const areas: readonly ChangeArea[] = [
  ...(['books', 'places', 'highlights', 'bookmarks', 'forms', 'notes'] as const),
  ...(['collections', 'sessions', 'gamification', 'profile', 'mentor', 'words'] as const),
];
const started: { stop(): void }[] = [];
let channels: EventTarget[] = [];
let tab = new EventTarget();

beforeEach(async () => {
  await createEntryStore().clear();
  // What the database needs runs by the real clock.
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  tab = new EventTarget();
  channels = [];
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
  Object.assign(globalThis, {
    indexedDB: new IDBFactory(),
    BroadcastChannel: class extends EventTarget {
      constructor() {
        super();
        channels.push(this);
      }
      postMessage(data: unknown): void {
        for (const other of channels.filter((one) => one !== this))
          other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
      }
    },
    window: tab,
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  });
});
afterEach(() => {
  for (const network of started.splice(0)) network.stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Lets time pass, and what waits for the database be done. */
async function pass(milliseconds: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(milliseconds);
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  await jest.advanceTimersByTimeAsync(0);
}

const streamHeaders = { 'content-type': 'text/event-stream', 'lectern-api': '1' };

/** The server of a reader without books, who may have other devices. */
function createServer() {
  const revisions = Object.fromEntries(areas.map((area) => [area, 0])) as Revisions;
  const state = {
    online: true,
    written: [] as string[],
    requested: [] as string[],
    /** Status of the answers to `GET /changes`. */
    changesStatus: 200,
    /** Resolves when writes are answered. */
    writesAnswered: Promise.resolve(),
    sendEvent: (_: Partial<Revisions>): void => {},
  };
  const answer = (body: unknown, headers = {}, status = 200) =>
    Response.json(body, { status, headers: { 'lectern-api': '1', ...headers } });
  const send: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const path = pathname.replace('/v1', '');
    if (!state.online) throw new TypeError('Failed to fetch');
    state.requested.push(`${init?.method ?? 'GET'} ${path}${search}`);
    if (init?.method === 'POST') {
      state.written.push(JSON.parse(String(init.body)).content);
      revisions.notes += 1;
      await state.writesAnswered;
      return answer({}, { [changesHeader]: `notes=${revisions.notes}` });
    }
    if (path === '/changes') return answer({ revisions }, {}, state.changesStatus);
    if (path === '/books/b1') return answer({ id: 'b1', file_id: 'f1' });
    if (path !== '/events') return answer({ items: [], total: 0 });
    return new Response(
      new ReadableStream({
        start(stream) {
          state.sendEvent = (changed) =>
            stream.enqueue(new TextEncoder().encode(`event: changes\ndata: ${JSON.stringify(changed)}\n\n`));
        },
      }),
      { headers: streamHeaders },
    );
  };
  /** What was requested since the last call. */
  const requests = () => state.requested.splice(0);
  return { state, revisions, send, requests };
}

/** One tab of a reader's browser. */
function openTab(ports: Partial<OfflinePorts> = {}, server = createServer()) {
  const storage = ports.storage ?? memoryStorage();
  const offline = createOffline({
    root: 'http://lectern.test/v1',
    headers: {},
    token: () => null,
    refresh: async () => false,
    sessionExpired: () => {},
    user: createWritable({ id: 'u1' }),
    events: { emit: () => {}, on: () => () => {} },
    storage,
    session: memoryStorage(),
    fetch: server.send,
    ...ports,
  });
  started.push(offline.network);
  const write = (content: string) =>
    offline.sync.enqueue('CREATE_NOTE', {
      id: crypto.randomUUID(),
      bookId: null,
      content,
      created_at: '2026-01-01T00:00:00.000Z',
    });
  /** The notes that a page shows. */
  const notes = () => {
    const shown = offline.data.watch('GET /notes', {}).get();
    return shown.status === 'ready' ? shown.value.items.map(({ content }) => content) : shown.status;
  };
  const openNotes = () => offline.data.watch('GET /notes', {}).subscribe(() => {});
  const goOffline = () => {
    server.state.online = false;
    tab.dispatchEvent(new Event('offline'));
  };
  const goOnline = async () => {
    server.state.online = true;
    await offline.network.check();
  };
  return { ...server, offline, storage, write, notes, openNotes, goOffline, goOnline };
}

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

describe('reads', () => {
  it('[OF-10] are fetched for the first screens and for later visits without a network, once a reader is there', async () => {
    const user = createWritable<{ id: string } | null>(null);
    const { offline, requests } = openTab({
      user,
      offlineReads: () => [{ key: 'GET /notes', request: {} as never }],
    });
    await offline.start();
    await pass(10_000);
    expect(requests()).toEqual([]);
    user.set({ id: 'u1' });
    await pass(0);
    expect(requests()).toEqual(
      expect.arrayContaining(['GET /books?limit=20', 'GET /reading/sessions?limit=30', 'GET /changes']),
    );
    await pass(3_000);
    expect(requests()).toContain('GET /notes');
  });

  it('[OF-10] begin when the app says so', async () => {
    const { offline, requests } = openTab();
    await pass(60_000);
    expect(requests()).toEqual([]);
    await offline.start();
    await pass(0);
    expect(requests()).toContain('GET /books?limit=20');
  });

  it('[Y-02] show a note that was written and sent here, though its list was never fetched', async () => {
    const { offline, write, notes, openNotes, goOffline } = openTab();
    await write('of this browser');
    await offline.sync.flush();
    expect(offline.sync.waiting.get()).toEqual([]);
    goOffline();
    openNotes();
    await pass(0);
    expect(notes()).toEqual(['of this browser']);
  });

  it('show a write also after it was sent, before they are fetched again', async () => {
    const { offline, write, notes, openNotes, requests } = openTab();
    openNotes();
    await pass(0);
    await write('new');
    requests();
    await offline.sync.flush();
    expect(offline.sync.waiting.get()).toEqual([]);
    expect(requests()).toEqual(['POST /notes']);
    expect(notes()).toEqual(['new']);
  });

  it('[OF-10] are fetched again when another tab has changed a book', async () => {
    const { offline, requests } = openTab();
    await offline.start();
    offline.data.watch('GET /books', { query: { limit: 20 } }).subscribe(() => {});
    await pass(0);
    requests();
    tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'lectern.books_updated' }));
    await pass(0);
    expect(requests()).toEqual(['GET /books?limit=20']);
  });
});

describe('changes of other devices', () => {
  /** A tab that shows the notes and knows the server's revisions. */
  async function follow() {
    const opened = openTab();
    opened.openNotes();
    await opened.offline.start();
    await pass(2_000);
    opened.requests();
    return opened;
  }

  it('are fetched within half a minute, those of this page are not fetched again', async () => {
    const { offline, revisions, requests, write } = await follow();
    await write('mine');
    await offline.sync.flush();
    await pass(500);
    expect(requests()).toContain('GET /notes');
    await pass(30_000);
    expect(requests()).not.toContain('GET /notes');
    revisions.notes += 1;
    await pass(30_000);
    expect(requests()).toContain('GET /notes');
  });

  it('are told by events, which wait for the answer to a write of this page', async () => {
    const { offline, state, revisions, requests, write } = await follow();
    await pass(3_000);
    state.sendEvent(revisions);
    let answer = (): void => {};
    state.writesAnswered = new Promise((resolve) => {
      answer = resolve;
    });
    await write('mine');
    const flushed = offline.sync.flush();
    await pass(0);
    requests();
    state.sendEvent({ notes: revisions.notes });
    await pass(0);
    answer();
    await flushed;
    await pass(0);
    expect(requests()).not.toContain('GET /notes');
    state.sendEvent({ notes: revisions.notes + 1 });
    await pass(0);
    expect(requests()).toContain('GET /notes');
  });

  it('are asked for once when the server fails, until the next half minute', async () => {
    const { offline, state, requests } = openTab();
    state.changesStatus = 503;
    await offline.start();
    await pass(20_000);
    expect(requests().filter((request) => request === 'GET /changes')).toHaveLength(1);
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

describe('downloaded books', () => {
  /** A tab with a book that was downloaded earlier. */
  async function withDownload() {
    const opened = openTab();
    const database = await opened.offline.database;
    const stored = { userId: 'u1', bookId: 'b1' };
    const book = { id: 'b1', title: 'Emma', author: 'Jane Austen', file_id: 'f1' };
    await database.put('books', { ...stored, id: 'u1/b1', lastAccessed: Date.now(), book: book as never });
    await database.put('metadata', {
      ...stored,
      title: 'Emma',
      cachedAt: Date.now(),
      isCached: true,
      bytes: 9,
    });
    await opened.offline.start();
    await pass(0);
    return opened;
  }
  const bookRequest = 'GET /books/b1';

  it('[RD-07] are shown from the start on', async () => {
    const { offline } = await withDownload();
    expect(offline.offlineBooks.books.get().get('b1')).toMatchObject({ state: 'cached', bytes: 9 });
  });

  it('[RD-07] are compared with the server after the start, and when another device has changed books', async () => {
    const { revisions, requests } = await withDownload();
    await pass(5_000);
    expect(requests()).toContain(bookRequest);
    revisions.notes += 1;
    await pass(30_000);
    expect(requests()).not.toContain(bookRequest);
    revisions.books += 1;
    await pass(30_000);
    expect(requests()).toContain(bookRequest);
  });

  it('[RD-07] are compared with the server when the network is back', async () => {
    const { state, requests, goOffline, goOnline } = await withDownload();
    await pass(5_000);
    requests();
    goOffline();
    // A request now would reach the server.
    state.online = true;
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    expect(requests()).not.toContain(bookRequest);
    await goOnline();
    await pass(0);
    expect(requests()).toContain(bookRequest);
  });

  describe('need a service worker', () => {
    const controller = {};
    const download = async (mode: string, serviceWorker: unknown) => {
      jest.replaceProperty(process, 'env', { ...process.env, LECTERN_MODE: mode });
      Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
      const { offline } = openTab();
      return offline.offlineBooks.download('b1').catch(({ code }: { code: string }) => code);
    };

    it.each([
      ['in development there is none', 'development', { controller }],
      ['nor in some private windows', 'production', undefined],
    ])('[RD-07] %s', async (_, mode, serviceWorker) => {
      expect(await download(mode, serviceWorker)).toBe('unsupported');
    });

    it('[RD-07] else only room is needed', async () => {
      expect(await download('production', { controller })).not.toBe('unsupported');
    });
  });
});

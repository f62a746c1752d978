/** Tabs of one browser, whose database, clock and channels are new for each test. */
import 'fake-indexeddb/auto';
import { changesHeader } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { ChangeArea, Revisions } from '@lectern/shared-contracts/api/changes.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { IDBFactory } from 'fake-indexeddb';
import { createOffline, type OfflinePorts } from '../offline/createOffline.ts';
import { createEntryStore } from '../offline/reads/index.ts';
import { memoryStorage } from './memoryStorage.ts';

const areas: readonly ChangeArea[] = [
  ...(['books', 'places', 'highlights', 'bookmarks', 'forms', 'notes'] as const),
  ...(['collections', 'sessions', 'gamification', 'profile', 'mentor', 'words', 'bin'] as const),
];
export let tabEvents = new EventTarget();

const started: { stop(): void }[] = [];
let channels: EventTarget[] = [];

beforeEach(async () => {
  await createEntryStore().clear();
  // What the database needs runs by the real clock.
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  tabEvents = new EventTarget();
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
    window: tabEvents,
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  });
});
afterEach(() => {
  for (const network of started.splice(0)) network.stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Lets time pass, and what waits for the database be done. */
export async function pass(milliseconds: number): Promise<void> {
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
export function openTab(ports: Partial<OfflinePorts> = {}, server = createServer()) {
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
    tabEvents.dispatchEvent(new Event('offline'));
  };
  const goOnline = async () => {
    server.state.online = true;
    await offline.network.check();
  };
  return { ...server, offline, storage, write, notes, openNotes, goOffline, goOnline };
}

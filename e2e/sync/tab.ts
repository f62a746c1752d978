/**
 * One tab: the real queue, reads, network and API client, put together as in the shell. It can be killed at any await.
 */

import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostSync } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { createApiClient } from '../../client/src/api/client.ts';
import { createNetwork } from '../../client/src/offline/network/network.ts';
import { createServerClock } from '../../client/src/offline/network/serverClock.ts';
import {
  createActionTypes,
  createQueue,
  createSurvivingStore,
  createWriteAheadLog,
  type Queue,
  type QueueStore,
  type WriteAheadLog,
} from '../../client/src/offline/queue/index.ts';
import {
  createPersister,
  createQueryClient,
  type QueryClient,
} from '../../client/src/offline/reads/index.ts';
import { createDatabaseConnection, openLecternDatabase } from '../../client/src/offline/storage/database.ts';
import { createIndexedDbQueueStore } from '../../client/src/offline/storage/indexedDbQueueStore.ts';
import { answerFromCopies } from '../../client/src/offline/storage/localCopies.ts';
import { type Browser, now, rejected, send } from './browser.ts';

export interface Tab {
  readonly queue: Queue;
  enqueue: HostSync['enqueue'];
  /** What a page would show; null until it is loaded. */
  shown<K extends ReadKey>(key: K, request: CallRequest<K>): CallResponse<K> | null;
  /** Checks the network until it is online or cut again: the server may be killed meanwhile. */
  online(): Promise<void>;
  /** Resolves when the tab has been killed. */
  dead: Promise<void>;
  /** Kills it: nothing that it awaits ever returns. */
  kill(): void;
  /** sessionStorage of this tab, which survives a reload. */
  session: Storage;
  /** Its connection to the database is closed under it; the browser's event of that is still on its way. */
  loseDatabase(): void;
  /** That event arrives, unless the tab has opened the database again meanwhile. */
  noticeLoss(): void;
}

export function openTab(browser: Browser, session: Storage): Tab {
  let alive = true;
  let die: () => void = () => {};
  const dead = new Promise<void>((resolve) => {
    die = resolve;
  });
  const never = new Promise<never>(() => {});
  /** Work that a killed tab has begun may still happen, but the tab never gets the result. */
  const whileAlive = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!alive) return never;
    try {
      const result = await work();
      return alive ? result : await never;
    } catch (error) {
      if (!alive) return never;
      throw error;
    }
  };

  const clock = (): number => now(browser);
  const serverClock = createServerClock(clock);
  const network = createNetwork({
    root: browser.server.root,
    onAnswer: serverClock.observe,
    fetch: (input, init) => whileAlive(() => send(browser, input, init)),
    window: browser.window as unknown as Window,
    document: browser.page as unknown as Document,
    onLine: () => !browser.cut || !browser.knows,
  });
  const api = createApiClient({
    root: browser.server.root,
    headers: {},
    token: () => browser.token,
    refresh: () =>
      whileAlive(async () => {
        if (browser.renewal === null) return false;
        browser.token = browser.renewal;
        return true;
      }),
    sessionExpired() {
      // Somebody has signed in since: the refused token was an earlier one.
      if (browser.token !== rejected) return;
      browser.token = null;
      browser.user.set(null);
    },
    onReach: network.reportReach,
    onAnswer: serverClock.observe,
    now: clock,
    fetch: (input, init) => whileAlive(() => send(browser, input, init)),
    wait: () => whileAlive(() => new Promise((resolve) => setImmediate(resolve))),
  });
  let isLost = false;
  const connection = createDatabaseConnection(
    () => surviving.lost(),
    async (onClosed) => {
      if (browser.shut) throw new DOMException('It does not open.', 'UnknownError');
      isLost = false;
      return openLecternDatabase(browser.database, onClosed);
    },
  );
  const stores = new WeakMap<object, QueueStore>();
  const types = createActionTypes();
  const writeAheadLog = createWriteAheadLog(browser.local, session, clock);
  const owner = {};
  const channel = channelOf(browser);
  const log: WriteAheadLog = {
    ...writeAheadLog,
    add: (entry, after) => (alive ? writeAheadLog.add(entry, after) : 0),
    remove: (id, of) => alive && writeAheadLog.remove(id, of),
  };
  const surviving = createSurvivingStore({
    connect: () =>
      whileAlive(async () => {
        const database = await connection.open();
        const known = stores.get(database);
        if (known) return known;
        const store = createIndexedDbQueueStore(database);
        const mortal: QueueStore = {
          all: (userId) => whileAlive(() => store.all(userId)),
          change: (...step) => whileAlive(() => store.change(...step)),
          revision: (userId) => store.revision?.(userId) ?? null,
        };
        stores.set(database, mortal);
        return mortal;
      }),
    onProblem: () => {},
    drop: connection.drop,
    freeSpace: async () => {},
    writeAheadLog: log,
    now: clock,
  });
  const queue = createQueue({
    store: surviving,
    writeAheadLog: log,
    types,
    call: (key, request, options) => api.call(key, request, options),
    user: browser.user,
    network,
    serverClock,
    events: { emit: () => {} },
    exclusively: (work) => whileAlive(() => browser.locks.request(owner, 'flush', work)),
    channel,
    commit: (actions) => whileAlive(() => data.commit(actions)),
    page: browser.page as unknown as Document,
    now: clock,
  });
  const data: QueryClient = createQueryClient({
    api,
    persister: createPersister(browser.entries, clock),
    user: browser.user,
    network: network.state,
    types,
    waiting: queue.waiting,
    waitingLoaded: queue.loaded,
    answerFromCopies: async (userId, key, request) =>
      answerFromCopies(await connection.open(), userId, key, request),
    page: browser.page as unknown as Document,
    now: clock,
  });
  const stopping = queue.start();
  const failedReads = new WeakSet<object>();

  return {
    queue,
    session,
    dead,
    loseDatabase() {
      isLost = true;
      connection.drop();
    },
    noticeLoss() {
      if (isLost && alive) surviving.lost();
    },
    enqueue: (type, payload) => whileAlive(() => queue.enqueue(type, payload)),
    online: () =>
      whileAlive(async () => {
        while (!browser.cut && network.state.get() !== 'online') await network.check();
      }),
    shown(key, request) {
      const watched = data.watch(key, request);
      const loadable = watched.get();
      // A page would go on watching it: it is fetched again as soon as there is a network.
      if (loadable.status === 'error' && !failedReads.has(watched)) {
        failedReads.add(watched);
        watched.subscribe(() => {});
      }
      return loadable.status === 'ready' ? loadable.value : null;
    },
    kill() {
      if (!alive) return;
      alive = false;
      network.stop();
      runInBackground(stopping.then((stop) => stop()));
      channel.close();
      browser.locks.release(owner);
      die();
    },
  };
}

/** BroadcastChannel between the tabs of this browser. */
function channelOf(browser: Browser) {
  const listeners: ((event: MessageEvent) => void)[] = [];
  const own = {
    deliver: (data: unknown) => {
      for (const listener of listeners) listener(new MessageEvent('message', { data }));
    },
  };
  browser.tabs.add(own);
  return {
    postMessage(data: unknown) {
      const copy = structuredClone(data);
      for (const other of browser.tabs) if (other !== own) setImmediate(() => other.deliver(copy));
    },
    addEventListener: (_: string, listener: unknown) => {
      listeners.push(listener as (typeof listeners)[0]);
    },
    close: () => {
      browser.tabs.delete(own);
    },
  };
}

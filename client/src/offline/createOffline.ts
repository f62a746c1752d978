import type { HostEvents } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { type ApiClient, type ApiPorts, createApiClient } from '../api/client.ts';
import { findServer } from '../pwa/findServer.ts';
import { coverCacheName } from './books/bookCache.ts';
import { followOtherTabs } from './books/bookEvents.ts';
import { createOfflineBooks, type OfflineBooks } from './books/offlineBooks.ts';
import { type ActionTypeModules, createActionTypeLoader } from './common/actionTypes.ts';
import { limits } from './common/limits.ts';
import { followChanges } from './network/followChanges.ts';
import { createNetwork, type Network } from './network/network.ts';
import { createServerClock } from './network/serverClock.ts';
import {
  createActionTypes,
  createFlushLock,
  createQueue,
  createSurvivingStore,
  createWriteAheadLog,
  type Queue,
} from './queue/index.ts';
import type { QueuePorts } from './queue/queuePorts.ts';
import {
  createEntryStore,
  createPersister,
  createQueryClient,
  type OfflineRead,
  type QueryClient,
} from './reads/index.ts';
import { createDatabaseConnection, type LecternDatabase } from './storage/database.ts';
import { queueStoreOf } from './storage/indexedDbQueueStore.ts';
import { answerFromCopies } from './storage/localCopies.ts';
import { type StorageProblem, storageProblemOf } from './storage/storageProblem.ts';
import { createTrack } from './track.ts';

export interface OfflinePorts extends Omit<ApiPorts, 'onReach' | 'onSlow' | 'onChanges' | 'onWriting'> {
  user: Readable<{ id: string } | null>;
  events: HostEvents;
  storage: Storage;
  /** Of this tab. */
  session: Storage;
  /** The modules of remotes that know types of queued writes. */
  actionModules?: Readable<ActionTypeModules>;
  /** Reads that must be available offline. */
  offlineReads?(): readonly OfflineRead[];
  /** Called with the server's answer to each queued write. */
  onSent?(answer: unknown): void;
  /** Called when the server has refused a queued write for the first time. */
  onRefused?: QueuePorts['onRefused'];
}

/**
 * Everything between the pages and the server, so that the app works without a network. The folders, each of which
 * imports only those before it: `common`, `network` (whether the server is there, what other devices changed), `queue`
 * (writes that wait), `storage` (the database), `reads` (cached reads), `books` (downloads), `status` (messages to the
 * reader). See docs/sync.md.
 */
export interface Offline {
  api: ApiClient;
  network: Network;
  data: QueryClient;
  /** Host.sync, plus `pushAll` for pushAfterSignIn. */
  sync: Queue;
  offlineBooks: OfflineBooks;
  track: ReturnType<typeof createTrack>;
  /** The open database. Get it each time, since it may have been closed. Rejects while there is none. */
  readonly database: Promise<LecternDatabase>;
  /** Why nothing can be kept in this browser now; null when it can. */
  storageProblem: Readable<StorageProblem | null>;
  /** Starts the background work. Call it once, when the first page is on the screen. */
  start(): Promise<void>;
}

export function createOffline(ports: OfflinePorts): Offline {
  const { user, events, storage } = ports;
  const serverClock = createServerClock();
  const network = createNetwork({
    root: ports.root,
    fetch: ports.fetch,
    onAnswer: serverClock.observe,
    findServer,
  });
  const api = createApiClient({
    ...ports,
    onReach: network.reportReach,
    onSlow: network.reportSlow,
    onAnswer: serverClock.observe,
    onChanges: (header) => changes.noteOwn(header),
    onWriting: (count) => changes.noteWriting(count),
  });
  const types = createActionTypes();
  const { connection, storageProblem, entryStore, writeAheadLog, store } = createStorage(ports, network);
  const typeLoader = createActionTypeLoader({
    types,
    modules: ports.actionModules ?? createWritable<ActionTypeModules>(new Map()),
    network: network.state,
    register: (type) => sync.register(type),
  });
  const sync: Queue = createQueue({
    store,
    types: { ...types, isOwned: typeLoader.isOwned },
    loadTypes: typeLoader.load,
    writeAheadLog,
    async call(key, request, options) {
      const answer = await api.call(key, request, options);
      ports.onSent?.(answer);
      return answer;
    },
    user,
    network,
    serverClock,
    events,
    ...(ports.onRefused ? { onRefused: ports.onRefused } : {}),
    exclusively: createFlushLock(),
    channel: 'BroadcastChannel' in globalThis ? new BroadcastChannel('lectern-queue') : null,
    commit: (actions) => data.commit(actions),
  });
  const data: QueryClient = createQueryClient({
    api,
    persister: createPersister(entryStore),
    user,
    network: network.state,
    types,
    waiting: sync.waiting,
    waitingLoaded: sync.loaded,
    ...(ports.offlineReads ? { offlineReads: ports.offlineReads } : {}),
    answerFromCopies: async (...read) => answerFromCopies(await connection.open(), ...read),
  });
  typeLoader.follow(sync.waiting);
  const changes = followChanges({
    fetchRevisions: (userId) =>
      api.call('GET /changes', {}, { as: userId, retry: false, timeout: limits.changesTimeout }),
    listen: (userId, onChanges, signal) => api.listen(onChanges, { as: userId, signal }),
    refresh: (key) => data.refresh(key),
    onChanged: (areas) => areas.includes('books') && runInBackground(offlineBooks.renew()),
    user,
    network: network.state,
  });
  const offlineBooks = createOfflineBooks({
    get database() {
      return connection.open().catch(() => null);
    },
    api,
    data,
    user,
    serviceWorker: process.env.LECTERN_MODE === 'production' ? (navigator.serviceWorker ?? null) : null,
  });

  return {
    api,
    network,
    data,
    sync,
    offlineBooks,
    track: createTrack({ enqueue: sync.enqueue, user, storage }),
    get database() {
      return connection.open();
    },
    storageProblem,
    async start() {
      await sync.start();
      followOtherTabs(storage, events, () => data.refresh('GET /books'));
      offlineBooks.start();
      network.state.subscribe(
        () => network.state.get() === 'online' && runInBackground(offlineBooks.renew()),
      );
      changes.start();
      prefetchForReader(user, data);
    },
  };
}

/** Prefetches for the reader, and for each one who signs in later. */
function prefetchForReader(user: OfflinePorts['user'], data: QueryClient): void {
  const prefetch = (): void => {
    if (user.get() === null) return;
    data.prefetch();
    setTimeout(() => runInBackground(data.prefetchOffline()), limits.prefetchOfflineAfter);
  };
  user.subscribe(prefetch);
  prefetch();
}

/** The database, and the queue's store, which survives that the database is full or gone. */
function createStorage({ storage, session }: OfflinePorts, network: Network) {
  const connection = createDatabaseConnection(() => store.lost());
  const storageProblem = createWritable<StorageProblem | null>(null);
  const entryStore = createEntryStore();
  const writeAheadLog = createWriteAheadLog(storage, session, Date.now);
  const store = createSurvivingStore({
    connect: () => connection.open().then(queueStoreOf),
    onProblem: (error) => storageProblem.set(storageProblemOf(error)),
    drop: connection.drop,
    async freeSpace() {
      await globalThis.caches?.delete(coverCacheName);
      // Offline, the lists are all that the reader has of the library.
      if (network.state.get() === 'online') await entryStore.clear();
    },
    writeAheadLog,
    now: Date.now,
  });
  return { connection, storageProblem, entryStore, writeAheadLog, store };
}

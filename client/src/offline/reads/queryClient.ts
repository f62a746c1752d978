import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type {
  HostData,
  Loadable,
  NetworkState,
  WatchOptions,
} from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { limits, ttlOf } from '../common/limits.ts';
import type { StoredAction } from '../queue/index.ts';
import { type AnswerPorts, type BuildPorts, buildQuery } from './buildQuery.ts';
import { createCommittedWrites } from './committedWrites.ts';
import { createFreshness } from './freshness.ts';
import { createPrefetch, type OfflineRead, type Prefetch } from './prefetch.ts';
import { QueryCache } from './queryCache.ts';
import { type QueryKey, queryKey } from './queryKey.ts';
import { WaitingWrites } from './waitingWrites.ts';

export interface QueryClientPorts extends AnswerPorts {
  user: Readable<{ id: string } | null>;
  network: Readable<NetworkState>;
  /** The waiting writes. */
  waiting: Readable<readonly StoredAction[]>;
  /** Reads that must be available offline, with the requests of their pages. */
  offlineReads?(): readonly OfflineRead[];
  page?: Pick<Document, 'addEventListener' | 'visibilityState'>;
  now?(): number;
}

export interface QueryClient extends HostData, Prefetch {
  /** Makes one reader's accepted writes part of all answers, in memory and in the persister. */
  commit(actions: readonly StoredAction[]): Promise<void>;
}

/** Reads of the reader's data: cached, kept for visits without a network, with the waiting writes applied. */
export function createQueryClient(ports: QueryClientPorts): QueryClient {
  const { persister, user, network, types, page = document, now = Date.now } = ports;
  const { offlineReads = () => [] } = ports;
  const cache = new QueryCache();
  const waitingWrites = new WaitingWrites(ports.waiting, types);
  const freshness = createFreshness(now);
  const isOffline = (): boolean => network.get() === 'offline';
  const buildPorts: BuildPorts = { ...ports, cache, waitingWrites, freshness, isOffline, now };
  let readerId = user.get()?.id;
  const committed = createCommittedWrites({
    cache,
    persister,
    types,
    freshness,
    readerId: () => readerId,
    isOffline,
  });

  const partsOf = (key: ReadKey, request: unknown, allPages = false): QueryKey => ({
    userId: user.get()?.id ?? '',
    key,
    request,
    allPages,
  });

  function watch<K extends ReadKey>(
    key: K,
    request: CallRequest<K>,
    { allPages, ttl = ttlOf(key) }: WatchOptions = {},
  ): Readable<Loadable<CallResponse<K>>> {
    const parts = partsOf(key, request, allPages);
    const name = queryKey(parts);
    const cached = cache.get<K>(name);
    if (cached) return cached.observer.state;
    const query = buildQuery(buildPorts, parts, key, request, ttl);
    cache.add(name, query);
    runInBackground(query.observer.query.load());
    return query.observer.state;
  }

  /** Refetches the watched reads that are no longer fresh. */
  const catchUp = (): void => {
    for (const observer of cache.observers()) if (observer.isWatched) runInBackground(observer.query.load());
  };

  ports.waiting.subscribe(() => {
    for (const observer of cache.observers()) observer.show();
  });
  network.subscribe(() => {
    if (network.get() === 'online') catchUp();
  });
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'visible') catchUp();
  });
  user.subscribe(() => {
    if (user.get()?.id === readerId) return;
    readerId = user.get()?.id;
    // Nothing of one reader may be shown to another.
    cache.clear();
    waitingWrites.clear();
    committed.clear();
    persister.clearMemory();
  });
  setInterval(() => runInBackground(persister.cleanUp()), limits.cacheCleanup);

  return {
    watch,
    refresh(key) {
      for (const observer of cache.observers(key)) {
        freshness.invalidate(observer.key);
        if (observer.isWatched) runInBackground(observer.query.fetch());
      }
      if (key !== undefined) freshness.invalidate(key);
    },
    commit: committed.commit,
    ...createPrefetch({ cache, persister, partsOf, watch, user, isOffline, offlineReads }),
  };
}

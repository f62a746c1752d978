import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type {
  HostData,
  Loadable,
  NetworkState,
  WatchOptions,
} from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { applyOptimistic } from '@lectern/shared-contracts/sync/applyOptimistic.ts';
import type { ApiClient } from '../../api/client.ts';
import type { ActionTypes } from '../common/actionTypes.ts';
import { limits, ttlOf } from '../common/limits.ts';
import type { StoredAction } from '../queue/index.ts';
import { createCommittedWrites } from './commitWrites.ts';
import { fetchQuery } from './fetchQuery.ts';
import { createFreshness } from './freshness.ts';
import type { Persister } from './persister.ts';
import { createPrefetch, type OfflineRead, type Prefetch } from './prefetch.ts';
import type { Answer } from './query.ts';
import { type CachedQuery, QueryCache } from './queryCache.ts';
import { type QueryKey, queryKey } from './queryKey.ts';
import { QueryObserver } from './queryObserver.ts';
import { WaitingWrites } from './waitingWrites.ts';

export interface QueryClientPorts {
  api: Pick<ApiClient, 'call'>;
  persister: Persister;
  user: Readable<{ id: string } | null>;
  network: Readable<NetworkState>;
  types: Pick<ActionTypes, 'get'>;
  /** The waiting writes. */
  waiting: Readable<readonly StoredAction[]>;
  /** Resolves once those are known: stored answers are not shown without them. */
  waitingLoaded?(): Promise<void>;
  /** An answer made from the copies of this browser's own writes, for a read without any other answer. */
  answerFromCopies?<K extends ReadKey>(
    userId: string,
    key: K,
    request: CallRequest<K>,
  ): Promise<CallResponse<K> | undefined>;
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
  const { api, persister, user, network, types, page = document, now = Date.now } = ports;
  const { offlineReads = () => [] } = ports;
  const cache = new QueryCache();
  const waiting = new WaitingWrites(ports.waiting, types);
  const freshness = createFreshness(now);
  const isOffline = (): boolean => network.get() === 'offline';
  let readerId = user.get()?.id;
  const committed = createCommittedWrites({
    cache,
    persister,
    types,
    freshness,
    readerId: () => readerId,
    isOffline,
  });

  async function restore<K extends ReadKey>(
    parts: QueryKey,
    key: K,
    request: CallRequest<K>,
  ): Promise<Answer<CallResponse<K>> | null> {
    await ports.waitingLoaded?.();
    const entry = await persister.read(parts);
    if (entry !== null || !isOffline()) return entry as Answer<CallResponse<K>> | null;
    const value = await ports.answerFromCopies?.(parts.userId, key, request).catch(() => undefined);
    return value === undefined ? null : { value, fetchedAt: 0 };
  }

  function build<K extends ReadKey>(
    parts: QueryKey,
    key: K,
    request: CallRequest<K>,
    ttl: number,
  ): CachedQuery<K> {
    const query: CachedQuery<K> = {
      isLong: parts.allPages,
      observer: new QueryObserver<K>({
        key,
        request,
        now,
        isOffline,
        isFresh: (fetchedAt) => freshness.isFresh(fetchedAt, key, ttl),
        peek: () => persister.peek(parts) as Answer<CallResponse<K>> | null,
        restore: () => restore(parts, key, request),
        fetch(onPart) {
          query.isLong = parts.allPages;
          return fetchQuery(api, key, request, parts, (part) => {
            query.isLong = true;
            onPart(part);
          });
        },
        persist: (value) => runInBackground(persister.write(parts, value)),
        forget: () => runInBackground(persister.remove(parts)),
        waiting: () => waiting.of(key),
        applyOptimistic: (value, actions) => applyOptimistic(key, request, value, actions, types.get),
        onUnwatched: () => cache.removeLater(queryKey(parts)),
      }),
    };
    return query;
  }

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
    const query = build(parts, key, request, ttl);
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
    else runInBackground(persister.writeDeferred());
  });
  user.subscribe(() => {
    if (user.get()?.id === readerId) return;
    readerId = user.get()?.id;
    // Nothing of one reader may be shown to another.
    cache.clear();
    waiting.clear();
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

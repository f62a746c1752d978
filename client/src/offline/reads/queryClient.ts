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
import { fetchQuery } from './fetchQuery.ts';
import { createGroupByRead } from './groupByRead.ts';
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
  const startedAt = now();
  /** By route: answers older than this are fetched again. */
  const invalidatedAt = new Map<ReadKey, number>();
  /** Ids of writes that are already part of the answers. */
  const committed = new Set<string>();

  const isOffline = (): boolean => network.get() === 'offline';

  /** Fetched by this page and not too long ago; before this visit another device may have written. */
  function isFresh(fetchedAt: number, key: ReadKey, ttl: number): boolean {
    return fetchedAt >= startedAt && fetchedAt > (invalidatedAt.get(key) ?? 0) && now() - fetchedAt < ttl;
  }

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
        isFresh: (fetchedAt) => isFresh(fetchedAt, key, ttl),
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
  let readerId = user.get()?.id;
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
        invalidatedAt.set(observer.key, now());
        if (observer.isWatched) runInBackground(observer.query.fetch());
      }
      if (key !== undefined) invalidatedAt.set(key, now());
    },
    async commit(actions) {
      const userId = actions[0]?.userId ?? '';
      // Another tab may have sent one again, perhaps after a later write about the same entity: it was applied before.
      const effective = new Set(actions.filter(({ id }) => !committed.has(id)));
      for (const { id } of actions) committed.add(id);
      for (const [key, gone] of createGroupByRead(types)(actions)) {
        const applied = gone.filter((action) => effective.has(action));
        const change = (value: unknown, request: unknown) =>
          applyOptimistic(key, request as never, value as never, applied, types.get) as never;
        invalidatedAt.set(key, now());
        // After somebody else has signed in, memory holds another reader's answers.
        for (const name of userId === readerId ? cache.names(key) : []) {
          cache.get<ReadKey>(name)?.observer.commit(change, applied);
          cache.refetchLater(name, ({ query }) => {
            if (!isOffline()) runInBackground(query.fetch());
          });
        }
        await persister.changeAll(userId, key, change);
      }
    },
    ...createPrefetch({ cache, persister, partsOf, watch, user, isOffline, offlineReads }),
  };
}

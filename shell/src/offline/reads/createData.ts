import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type {
  HostData,
  Loadable,
  NetworkState,
  WatchOptions,
} from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { layOver } from '@lectern/shared-contracts/sync/layOver.ts';
import type { ApiClient } from '../../api/client.ts';
import { fetchWholeList, isWholeList } from '../../api/wholeList.ts';
import { type CacheKeyParts, cacheKey } from '../cache/cacheKey.ts';
import type { ResponseCache } from '../cache/responseCache.ts';
import { limits, ttlOf } from '../common/limits.ts';
import type { ActionTypes, StoredAction } from '../queue/index.ts';
import { fetchAllPages, type Page } from './allPages.ts';
import { createPartition } from './partition.ts';
import { takenAlong } from './takenAlong.ts';
import { createWatchedRead, type Known, type WatchedRead } from './watchedRead.ts';

export interface DataPorts {
  api: Pick<ApiClient, 'call'>;
  cache: ResponseCache;
  user: Readable<{ id: string } | null>;
  network: Readable<NetworkState>;
  types: Pick<ActionTypes, 'get'>;
  waiting: Readable<readonly StoredAction[]>;
  /** Settles once those are known: what was kept is not shown without them. */
  known?(): Promise<void>;
  /** Answers made of what this browser wrote itself, when there is no other. */
  copies?<K extends ReadKey>(
    userId: string,
    key: K,
    request: CallRequest<K>,
  ): Promise<CallResponse<K> | undefined>;
  page?: Pick<Document, 'addEventListener' | 'visibilityState'>;
  now?(): number;
}

export interface Data extends HostData {
  /** Lays one reader's writes that have gone through into all that is known, here and in the cache. */
  commit(actions: readonly StoredAction[]): Promise<void>;
  /** Fetches what the first screens will ask for: 20 books and 30 sessions [OF-10]. */
  prefetch(): void;
  /** Fetches an answer unless it is fresh. @returns whether this browser keeps one, for a visit without a network */
  keep<K extends ReadKey>(key: K, request: CallRequest<K>): Promise<boolean>;
  /** Fetches what other pages will ask for and this browser has never had, one after the other. */
  takeAlong(): Promise<void>;
}

type AnyRead = WatchedRead<never>;

/** A read nobody listens to is kept this long, in milliseconds: a page that comes back finds it. */
const linger = 30_000;
/** After writes have gone through, the server is asked again this much later; lists of many pages later still. */
const settle = { one: 500, all: 5_000 };

export function createData(ports: DataPorts): Data {
  const { api, cache, user, network, types, waiting, page = document, now = Date.now } = ports;
  const reads = new Map<string, { read: AnyRead; allPages: boolean }>();
  /** Whole lists that came in more than one page. */
  const long = new Set<string>();
  const began = now();
  /** Answers older than this are to be asked for again, by key. */
  const staleBefore = new Map<ReadKey, number>();
  const again = new Map<string, ReturnType<typeof setTimeout>>();
  let readerId = user.get()?.id;
  /** The writes that change a read, kept as one list until one of them changes. */
  const relevant = new Map<ReadKey, readonly StoredAction[]>();

  const byKey = createPartition(types);

  function overlaysFor(key: ReadKey): readonly StoredAction[] {
    const next = byKey(waiting.get()).get(key) ?? [];
    const before = relevant.get(key) ?? [];
    const same =
      next.length === before.length &&
      next.every(
        (action, index) => action.id === before[index]?.id && action.payload === before[index]?.payload,
      );
    if (same && relevant.has(key)) return before;
    relevant.set(key, next);
    return next;
  }

  /** Fresh is what this page itself has asked for, not too long ago: another device may have written since the last visit. */
  function isFresh(fetchedAt: number, key: ReadKey, ttl: number): boolean {
    return fetchedAt >= began && fetchedAt > (staleBefore.get(key) ?? 0) && now() - fetchedAt < ttl;
  }

  function open<K extends ReadKey>(
    parts: CacheKeyParts,
    key: K,
    request: CallRequest<K>,
    ttl: number,
  ): WatchedRead<K> {
    const { userId, allPages } = parts;
    const name = cacheKey(parts);
    return createWatchedRead<K>(
      {
        key,
        request,
        now,
        isFresh: (fetchedAt) => isFresh(fetchedAt, key, ttl),
        peek: () => cache.peek(parts) as Known<CallResponse<K>> | null,
        async recall() {
          await ports.known?.();
          const entry = await cache.read(parts);
          if (entry !== null || network.get() !== 'offline') return entry as Known<CallResponse<K>> | null;
          const value = await ports.copies?.(userId, key, request).catch(() => undefined);
          return value === undefined ? null : { value, fetchedAt: 0 };
        },
        fetch(onPart) {
          if (allPages) return fetchEvery(key, request, userId, onPart);
          if (!isWholeList(key, request)) return api.call(key, request, { as: userId });
          long.delete(name);
          return fetchWholeList(api, key, request, { as: userId }, (part) => {
            long.add(name);
            onPart(part);
          });
        },
        keep: (value) => runInBackground(cache.write(parts, value)),
        forget: () => runInBackground(cache.remove(parts)),
        overlays: () => overlaysFor(key),
        layOver: (value, actions) => layOver(key, request, value, actions, types.get),
        offline: () => network.get() === 'offline',
      },
      () => {
        setTimeout(() => {
          if (reads.get(name)?.read.listeners() === 0) reads.delete(name);
        }, linger);
      },
    );
  }

  async function fetchEvery<K extends ReadKey>(
    key: K,
    request: CallRequest<K>,
    userId: string,
    onPart: (part: CallResponse<K>) => void,
  ): Promise<CallResponse<K>> {
    const { query = {} } = request as { query?: Record<string, unknown> };
    const fetchPage = (limit: number, offset: number) =>
      api.call(key, { ...(request as object), query: { ...query, limit, offset } } as CallRequest<K>, {
        as: userId,
      }) as Promise<Page>;
    return (await fetchAllPages(fetchPage, (part) => onPart(part as CallResponse<K>))) as CallResponse<K>;
  }

  function watch<K extends ReadKey>(
    key: K,
    request: CallRequest<K>,
    options: WatchOptions = {},
  ): Readable<Loadable<CallResponse<K>>> {
    const userId = user.get()?.id ?? '';
    const allPages = options.allPages ?? false;
    const ttl = options.ttl ?? ttlOf(key);
    const parts = { userId, key, request, allPages };
    const name = cacheKey(parts);
    const there = reads.get(name)?.read as WatchedRead<K> | undefined;
    if (there) return there.state;
    const read = open(parts, key, request, ttl);
    reads.set(name, { read: read as unknown as AnyRead, allPages });
    runInBackground(read.load());
    return read.state;
  }

  function fetchSoon(name: string, { read, allPages }: { read: AnyRead; allPages: boolean }): void {
    if (read.listeners() === 0) return;
    clearTimeout(again.get(name));
    const ask = () => {
      again.delete(name);
      if (network.get() !== 'offline') runInBackground(read.fetch());
    };
    again.set(name, setTimeout(ask, allPages || long.has(name) ? settle.all : settle.one));
  }

  /** Asks again for what is being looked at and not fresh any more. */
  const catchUp = (): void => {
    for (const { read } of reads.values()) if (read.listeners() > 0) runInBackground(read.load());
  };

  waiting.subscribe(() => {
    for (const { read } of reads.values()) read.show();
  });
  network.subscribe(() => {
    if (network.get() === 'online') catchUp();
  });
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'visible') catchUp();
    else runInBackground(cache.writeDeferred());
  });
  user.subscribe(() => {
    if (user.get()?.id === readerId) return;
    readerId = user.get()?.id;
    // Nothing of one reader is ever shown to another.
    reads.clear();
    relevant.clear();
    long.clear();
    cache.clearMemory();
  });
  setInterval(() => runInBackground(cache.cleanUp()), limits.cacheCleanup);

  return {
    watch,
    refresh(key) {
      for (const { read } of [...reads.values()]) {
        if (key !== undefined && read.key !== key) continue;
        staleBefore.set(read.key, now());
        if (read.listeners() > 0) runInBackground(read.fetch());
      }
      if (key !== undefined) staleBefore.set(key, now());
    },
    async commit(actions) {
      const userId = actions[0]?.userId ?? '';
      for (const [key, gone] of createPartition(types)(actions)) {
        const ids = new Set(gone.map(({ id }) => id));
        const change = (value: unknown, request: unknown) =>
          layOver(key, request as never, value as never, gone, types.get) as never;
        staleBefore.set(key, now());
        for (const [name, watched] of reads) {
          if (watched.read.key !== key) continue;
          watched.read.commit(change, ids);
          fetchSoon(name, watched);
        }
        await cache.changeAll(userId, key, change);
      }
    },
    prefetch() {
      watch('GET /books', { query: { limit: limits.prefetchBooks } });
      watch('GET /reading/sessions', { query: { limit: limits.prefetchSessions } });
    },
    async keep(key, request) {
      const parts = { userId: user.get()?.id ?? '', key, request, allPages: false };
      watch(key, request);
      await reads.get(cacheKey(parts))?.read.load();
      return (await cache.readStored(parts)) !== null;
    },
    async takeAlong() {
      const userId = user.get()?.id;
      for (const { key, request, options } of takenAlong) {
        if (userId === undefined || user.get()?.id !== userId || network.get() === 'offline') return;
        const parts = { userId, key, request, allPages: options?.allPages ?? false };
        const name = cacheKey(parts);
        if (reads.has(name) || (await cache.read(parts)) !== null) continue;
        watch(key, request, options);
        await reads.get(name)?.read.load();
      }
    },
  };
}

import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type {
  HostReads,
  Loadable,
  NetworkState,
  WatchOptions,
} from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { applyOptimistic } from '@lectern/shared-contracts/sync/anyAction.ts';
import type { ApiClient } from '../../api/client.ts';
import { fetchWholeList, isWholeList } from '../../api/wholeList.ts';
import type { ActionTypes } from '../common/actionTypes.ts';
import { limits, ttlOf } from '../common/limits.ts';
import type { StoredAction } from '../queue/index.ts';
import { type Persister, type QueryKey, queryKey } from './persister.ts';
import { type Answer, QueryObserver } from './query.ts';
import { type CachedQuery, createFreshness, groupByRead, QueryCache } from './queryCache.ts';

interface QueryClientPorts {
  api: Pick<ApiClient, 'call'>;
  persister: Persister;
  types: Pick<ActionTypes, 'get'>;
  user: Readable<{ id: string } | null>;
  network: Readable<NetworkState>;
  /** The waiting writes. */
  waiting: Readable<readonly StoredAction[]>;
  /** Resolves once the waiting writes are known: stored answers are not shown without them. */
  waitingLoaded?(): Promise<void>;
  /** Reads that must be available offline, with the requests of their pages. */
  offlineReads?(): readonly OfflineRead[];
  /** An answer made from the copies of this browser's own writes, for a read without any other answer. */
  answerFromCopies?<K extends ReadKey>(
    userId: string,
    key: K,
    request: CallRequest<K>,
  ): Promise<CallResponse<K> | undefined>;
  page?: Pick<Document, 'addEventListener' | 'visibilityState'>;
  now?(): number;
}

/** A read with the request of the page that it is for. */
export interface OfflineRead {
  key: ReadKey;
  request: CallRequest<ReadKey>;
  options?: WatchOptions;
}

export interface QueryClient extends HostReads {
  /** Makes one reader's accepted writes part of all answers, in memory and in the persister. */
  commit(actions: readonly StoredAction[]): Promise<void>;
  /** Fetches the reads of the first screens: 20 books and 30 sessions [OF-10]. */
  prefetch(): void;
  /** Fetches an answer unless it is fresh. @returns whether this browser keeps one, for a visit without a network */
  keep<K extends ReadKey>(key: K, request: CallRequest<K>): Promise<boolean>;
  /** Fetches the reads of other pages that this browser has never had, one after the other. */
  prefetchOffline(): Promise<void>;
}

/** Reads of the reader's data: cached, kept for visits without a network, with the waiting writes applied. */
export function createQueryClient(ports: QueryClientPorts): QueryClient {
  const { api, persister, user, network, types, page = document, now = Date.now } = ports;
  const cache = new QueryCache();
  const freshness = createFreshness(now);
  const isOffline = (): boolean => network.get() === 'offline';
  /** Ids of writes that are already part of the answers. */
  const committed = new Set<string>();
  let readerId = user.get()?.id;

  const partsOf = (key: ReadKey, request: unknown, allPages = false): QueryKey => ({
    userId: user.get()?.id ?? '',
    key,
    request,
    allPages,
  });

  /** @param ttl milliseconds for which an answer is fresh */
  function build<K extends ReadKey>(parts: QueryKey, key: K, request: CallRequest<K>, ttl: number) {
    type Kept = Answer<CallResponse<K>> | null;
    const query: CachedQuery<K> = {
      isLong: parts.allPages,
      observer: new QueryObserver<K>({
        key,
        request,
        now,
        isOffline,
        isFresh: (fetchedAt) => freshness.isFresh(fetchedAt, key, ttl),
        peek: () => persister.peek(parts) as Kept,
        async restore() {
          await ports.waitingLoaded?.();
          const entry = await persister.read(parts);
          if (entry !== null || !isOffline()) return entry as Kept;
          const value = await ports.answerFromCopies?.(parts.userId, key, request).catch(() => undefined);
          return value === undefined ? null : { value, fetchedAt: 0 };
        },
        fetch(onPart) {
          query.isLong = parts.allPages;
          return fetchQuery(api, key, request, parts, (part) => {
            query.isLong = true;
            onPart(part);
          });
        },
        persist: (value) => runInBackground(persister.write(parts, value)),
        forget: () => runInBackground(persister.remove(parts)),
        waiting: () =>
          ports.waiting.get().filter(({ type }) => types.get(type)?.overlay?.[key] !== undefined),
        applyOptimistic: (value, actions) => applyOptimistic(key, request, value, actions, types.get),
        onUnwatched: () => cache.removeLater(queryKey(parts)),
      }),
    };
    return query;
  }

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
  });
  user.subscribe(() => {
    if (user.get()?.id === readerId) return;
    readerId = user.get()?.id;
    // Nothing of one reader may be shown to another.
    cache.clear();
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
    async commit(actions) {
      const userId = actions[0]?.userId ?? '';
      // Another tab may have sent one again, perhaps after a later write about the same entity: it was applied before.
      const effective = new Set(actions.filter(({ id }) => !committed.has(id)));
      for (const { id } of actions) committed.add(id);
      for (const [key, ofRead] of groupByRead(actions, types)) {
        const applied = ofRead.filter((action) => effective.has(action));
        const change = (value: unknown, request: unknown) =>
          applyOptimistic(key, request as never, value as never, applied, types.get) as never;
        freshness.invalidate(key);
        // After somebody else has signed in, memory holds another reader's answers.
        for (const name of userId === readerId ? cache.names(key) : []) {
          cache.get(name)?.observer.commit(change, applied);
          cache.refetchLater(name, ({ query }) => {
            if (!isOffline()) runInBackground(query.fetch());
          });
        }
        await persister.changeAll(userId, key, change);
      }
    },
    prefetch() {
      watch('GET /books', { query: { limit: limits.prefetchBooks } });
      watch('GET /reading/sessions', { query: { limit: limits.prefetchSessions } });
    },
    async keep(key, request) {
      const parts = partsOf(key, request);
      watch(key, request);
      await cache.get(queryKey(parts))?.observer.query.load();
      return (await persister.readStored(parts)) !== null;
    },
    async prefetchOffline() {
      const userId = user.get()?.id;
      for (const { key, request, options } of ports.offlineReads?.() ?? []) {
        if (userId === undefined || user.get()?.id !== userId || isOffline()) return;
        const parts = partsOf(key, request, options?.allPages);
        const name = queryKey(parts);
        if (cache.has(name) || (await persister.read(parts)) !== null) continue;
        watch(key, request, options);
        await cache.get(name)?.observer.query.load();
      }
    },
  };
}

/**
 * Asks the server for one read; the pages of a list are combined.
 * @param onPart called with a list that is not complete yet
 */
function fetchQuery<K extends ReadKey>(
  api: Pick<ApiClient, 'call'>,
  key: K,
  request: CallRequest<K>,
  { userId, allPages }: Pick<QueryKey, 'userId' | 'allPages'>,
  onPart: (part: CallResponse<K>) => void,
): Promise<CallResponse<K>> {
  const options = { as: userId };
  if (!allPages)
    return isWholeList(key, request)
      ? fetchWholeList(api, key, request, options, onPart)
      : api.call(key, request, options);
  const { query = {} } = request as { query?: Record<string, unknown> };
  const fetchPage = (limit: number, offset: number): Promise<Page> => {
    const page = { ...(request as object), query: { ...query, limit, offset } };
    return api.call(key, page as CallRequest<K>, options) as Promise<Page>;
  };
  const pages = fetchAllPages(fetchPage, (part) => onPart(part as CallResponse<K>));
  return pages as Promise<CallResponse<K>>;
}

/** One page of a list, as the server answers it. `total` falls back to the count of items. */
export interface Page {
  items: { id?: unknown }[];
  total?: number;
  /** Null on the last page. A page with a cursor but fewer items than requested was cut because its texts are long. */
  next_cursor?: string | null;
}

type FetchPage = (limit: number, offset: number) => Promise<Page>;

/** Maximum of concurrent page requests, once the number of pages is known. */
const atOnce = 3;

/**
 * Every item of a paged list, in order, each once though the list may shift while it is read.
 * @param onPart called with the items so far, so that the first page can be shown before the last has arrived
 */
export async function fetchAllPages(
  fetchPage: FetchPage,
  onPart: (part: Page) => void = () => {},
): Promise<Page> {
  const size = limits.listPage;
  const first = await fetchFull(fetchPage, size, 0);
  const total = first.total ?? first.items.length;
  const pages: Page[] = [first];
  for (let offset = size; offset < total; offset += size * atOnce) {
    onPart(joined(pages));
    const offsets = Array.from({ length: atOnce }, (_, index) => offset + index * size).filter(
      (start) => start < total,
    );
    pages.push(...(await Promise.all(offsets.map((start) => fetchFull(fetchPage, size, start)))));
  }
  return joined(pages);
}

/** The requested number of items, in as many requests as that takes. */
async function fetchFull(fetchPage: FetchPage, limit: number, offset: number): Promise<Page> {
  let page = await fetchPage(limit, offset);
  while (page.next_cursor && page.items.length > 0 && page.items.length < limit) {
    const rest = await fetchPage(limit - page.items.length, offset + page.items.length);
    page = { ...rest, items: [...page.items, ...rest.items] };
    if (rest.items.length === 0) break;
  }
  return page;
}

function joined(pages: readonly Page[]): Page {
  const seen = new Set<unknown>();
  const items = pages
    .flatMap((page) => page.items)
    .filter(({ id }) => id === undefined || (!seen.has(id) && seen.add(id) !== undefined));
  const last = pages.at(-1);
  const { next_cursor: _, ...first } = pages[0] ?? { items: [] };
  return { ...first, items, total: Math.max(last?.total ?? 0, items.length) };
}

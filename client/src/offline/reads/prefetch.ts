import type { CallRequest, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostData, WatchOptions } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { limits } from '../common/limits.ts';
import type { Persister } from './persister.ts';
import type { QueryCache } from './queryCache.ts';
import { type QueryKey, queryKey } from './queryKey.ts';

/** A read with the request of the page that it is for. */
export interface OfflineRead {
  key: ReadKey;
  request: CallRequest<ReadKey>;
  options?: WatchOptions;
}

interface PrefetchPorts {
  cache: QueryCache;
  persister: Pick<Persister, 'read' | 'readStored'>;
  partsOf(key: ReadKey, request: unknown, allPages?: boolean): QueryKey;
  watch: HostData['watch'];
  user: Readable<{ id: string } | null>;
  isOffline(): boolean;
  /** What is to be there without a network. */
  offlineReads(): readonly OfflineRead[];
}

/** Reads that are fetched before anybody looks at them. */
export interface Prefetch {
  /** Fetches the reads of the first screens: 20 books and 30 sessions [OF-10]. */
  prefetch(): void;
  /** Fetches an answer unless it is fresh. @returns whether this browser keeps one, for a visit without a network */
  keep<K extends ReadKey>(key: K, request: CallRequest<K>): Promise<boolean>;
  /** Fetches the reads of other pages that this browser has never had, one after the other. */
  prefetchOffline(): Promise<void>;
}

export function createPrefetch(ports: PrefetchPorts): Prefetch {
  const { cache, persister, partsOf, watch, user, isOffline } = ports;
  return {
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
      for (const { key, request, options } of ports.offlineReads()) {
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

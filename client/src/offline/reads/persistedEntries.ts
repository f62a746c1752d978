import localforage from 'localforage';
import { withTimeout } from '../../common/withTimeout.ts';
import { limits } from '../common/limits.ts';

/** An answer of the server as it is stored. */
export interface CacheEntry {
  version: number;
  value: unknown;
  /** Milliseconds since 1970. */
  fetchedAt: number;
}

/** Stores entries beyond the life of the page. Nothing here rejects: a store that cannot be used is empty. */
export type EntryStore = ReturnType<typeof createEntryStore>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Null for what is not an entry, or not a list where a page would show one: an extension or a broken disk may have left
 * it. It is fetched again and overwritten.
 */
function entryOf(stored: unknown): CacheEntry | null {
  if (!isObject(stored)) return null;
  const { version, value, fetchedAt } = stored as Partial<Record<keyof CacheEntry, unknown>>;
  const { items = [] } = (value ?? {}) as { items?: unknown };
  const isEntry = Number.isFinite(version) && Number.isFinite(fetchedAt) && value !== undefined;
  return isEntry && Array.isArray(items) && items.every(isObject) ? (stored as CacheEntry) : null;
}

/** Milliseconds that a call may take: localForage's setItem may never settle at the quota (its issue 910). */
const storeTimeoutMs = 5_000;

/** The request cache in IndexedDB, by localForage. It is opened at once because the first page waits for it. */
export function createEntryStore() {
  const store = localforage.createInstance({
    name: 'lectern-cache',
    storeName: `responses_v${limits.cacheVersion}`,
    driver: localforage.INDEXEDDB,
  });
  const opened = store.ready().then(() => store);
  // Each call reports a failure to its caller.
  opened.catch(() => undefined);

  const attempt = <T>(work: (store: LocalForage) => Promise<T>, otherwise: T): Promise<T> =>
    withTimeout(opened.then(work), storeTimeoutMs, () => otherwise).catch(() => otherwise);

  return {
    get: (key: string) => attempt(async (store) => entryOf(await store.getItem(key)), null),
    set: (key: string, entry: CacheEntry) =>
      attempt(async (store) => {
        await store.setItem(key, entry);
      }, undefined),
    remove: (key: string) => attempt((store) => store.removeItem(key), undefined),
    keys: () => attempt((store) => store.keys(), []),
    clear: () => attempt((store) => store.clear(), undefined),
  };
}

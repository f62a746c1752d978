import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import { LruCache } from '@lectern/shared-contracts/domain/LruCache.ts';
import { limits } from '../common/limits.ts';
import type { CacheEntry, EntryStore } from './persistedEntries.ts';

export type Persister = ReturnType<typeof createPersister>;

/** Answers of the server: the last 50 small ones in memory, all of them in the local database [OF-09]. */
export function createPersister(store: EntryStore, now: () => number = Date.now) {
  const memory = new LruCache<string, CacheEntry>(limits.memoryEntries);
  let keys: Promise<Set<string>> | undefined;

  const allKeys = (): Promise<Set<string>> => {
    keys ??= store.keys().then((names) => new Set(names));
    return keys;
  };

  function remember(name: string, entry: CacheEntry): void {
    // A large one is shown by its query, and is otherwise in the database only.
    if (isLarge(entry.value)) memory.delete(name);
    else memory.set(name, entry);
  }

  async function fromStore(name: string): Promise<CacheEntry | null> {
    const entry = await store.get(name);
    if (entry === null) return null;
    if (entry.version === limits.cacheVersion) return entry;
    await store.remove(name);
    return null;
  }

  async function put(name: string, entry: CacheEntry): Promise<void> {
    remember(name, entry);
    await store.set(name, entry);
    (await allKeys()).add(name);
  }

  async function remove(name: string): Promise<void> {
    memory.delete(name);
    await store.remove(name);
    (await allKeys()).delete(name);
  }

  async function namesWhere(wanted: (parts: QueryKey) => boolean): Promise<string[]> {
    const names = new Set([...(await allKeys()), ...memory.keys()]);
    return [...names].filter((name) => {
      const parts = parseQueryKey(name);
      return parts !== null && wanted(parts);
    });
  }

  return {
    /** The entry in memory. */
    peek: (read: QueryKey) => memory.get(queryKey(read)) ?? null,
    /** The entry in memory or in the local database. */
    async read(read: QueryKey) {
      const name = queryKey(read);
      const recent = memory.get(name);
      if (recent) return recent;
      const entry = await fromStore(name);
      // A newer answer may have come while the database was looking.
      if (entry !== null && !memory.has(name)) remember(name, entry);
      return entry;
    },
    /** The entry in the local database, as a later visit finds it. */
    readStored: (read: QueryKey) => fromStore(queryKey(read)),
    write: (read: QueryKey, value: unknown) =>
      put(queryKey(read), { version: limits.cacheVersion, value, fetchedAt: now() }),
    remove: (read: QueryKey) => remove(queryKey(read)),
    /**
     * Changes every entry of this reader for one key; they keep their age.
     */
    async changeAll(userId: string, key: ReadKey, change: (value: unknown, request: unknown) => unknown) {
      for (const name of await namesWhere((parts) => parts.userId === userId && parts.key === key)) {
        const entry = memory.peek(name) ?? (await fromStore(name));
        if (entry !== null)
          await put(name, { ...entry, value: change(entry.value, parseQueryKey(name)?.request) });
      }
    },
    /** Removes entries of other versions and those that were not fetched in 30 days. */
    async cleanUp() {
      for (const name of await allKeys()) {
        const entry = parseQueryKey(name) === null ? null : await store.get(name);
        const wanted = entry?.version === limits.cacheVersion && now() - entry.fetchedAt <= limits.cacheAge;
        if (!wanted) await remove(name);
      }
    },
    /** Clears the entries in memory; the database keeps its own. */
    clearMemory: () => memory.clear(),
  };
}

/** Does a value take 100,000 characters or more as JSON? Counts no further than it must, and only roughly. */
export function isLarge(value: unknown, limit: number = limits.largeEntry): boolean {
  return charactersUpTo(value, limit) >= limit;
}

function charactersUpTo(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let count = 2;
  for (const name in value) {
    if (count >= limit) break;
    count += Array.isArray(value) ? 1 : name.length + 4;
    count += charactersUpTo((value as Record<string, unknown>)[name], limit - count);
  }
  return count;
}

/** Identifies an entry of the response cache. */
export interface QueryKey {
  userId: string;
  key: ReadKey;
  request: unknown;
  allPages: boolean;
}

/** One string for one read of one reader; the order of a request's fields does not matter. */
export function queryKey({ userId, key, request, allPages }: QueryKey): string {
  return [userId, key, allPages ? 'all' : 'one', JSON.stringify(sorted(request))].join('|');
}

/** @returns null for a string that `queryKey` did not make. */
export function parseQueryKey(text: string): QueryKey | null {
  const [userId, key, pages, ...rest] = text.split('|');
  if (userId === undefined || key === undefined || rest.length === 0) return null;
  try {
    return { userId, key: key as ReadKey, allPages: pages === 'all', request: JSON.parse(rest.join('|')) };
  } catch {
    return null;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  );
}

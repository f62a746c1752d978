import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { limits } from '../common/limits.ts';
import { isLarge } from './isLarge.ts';
import { isValidAnswer } from './isValidAnswer.ts';
import { type Change, LargeEntries } from './largeEntries.ts';
import type { CacheEntry, EntryStore } from './persistedEntries.ts';
import { parseQueryKey, type QueryKey, queryKey } from './queryKey.ts';
import { RecentEntries } from './recentEntries.ts';

export interface Persister {
  /** The entry in memory. */
  peek(read: QueryKey): CacheEntry | null;
  /** The entry in memory or in the local database. */
  read(read: QueryKey): Promise<CacheEntry | null>;
  /** The entry in the local database, as a later visit finds it. */
  readStored(read: QueryKey): Promise<CacheEntry | null>;
  write(read: QueryKey, value: unknown): Promise<void>;
  remove(read: QueryKey): Promise<void>;
  /**
   * Changes every entry of this reader for one key; they keep their age. Large entries are written a little later, all
   * their changes at once.
   */
  changeAll(userId: string, key: ReadKey, change: Change): Promise<void>;
  /** Writes the changes of large entries now. */
  writeDeferred(): Promise<void>;
  /** Removes entries of other versions and those that were not fetched in 30 days. */
  cleanUp(): Promise<void>;
  /** Clears the entries in memory; the database keeps its own. */
  clearMemory(): void;
}

/** Answers of the server: the last 50 small ones in memory, all of them in the local database [OF-09]. */
export function createPersister(store: EntryStore, now: () => number = Date.now): Persister {
  const memory = new RecentEntries();
  const large = new LargeEntries(() => runInBackground(writeDeferred()));
  let keys: Promise<Set<string>> | undefined;

  const allKeys = (): Promise<Set<string>> => {
    keys ??= store.keys().then((names) => new Set(names));
    return keys;
  };

  function remember(name: string, entry: CacheEntry): void {
    if (isLarge(entry.value)) {
      // It is shown by its query, and is otherwise in the database only.
      memory.delete(name);
      large.add(name);
    } else {
      large.delete(name);
      memory.set(name, entry);
    }
  }

  async function fromStore(name: string): Promise<CacheEntry | null> {
    const entry = await store.get(name);
    if (entry === null) return null;
    const key = parseQueryKey(name)?.key;
    if (entry.version === limits.cacheVersion && key !== undefined && isValidAnswer(key, entry.value))
      return changed(name, entry, large.changesOf(name));
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
    large.delete(name);
    await store.remove(name);
    (await allKeys()).delete(name);
  }

  async function namesWhere(wanted: (parts: QueryKey) => boolean): Promise<string[]> {
    const names = new Set([...(await allKeys()), ...memory.names()]);
    return [...names].filter((name) => {
      const parts = parseQueryKey(name);
      return parts !== null && wanted(parts);
    });
  }

  const writeDeferred = (): Promise<void> =>
    large.writeAll(async (name) => {
      const entry = await fromStore(name);
      if (entry !== null) await store.set(name, entry);
    });

  return {
    peek: (read) => memory.use(queryKey(read)),
    async read(read) {
      const name = queryKey(read);
      const recent = memory.use(name);
      if (recent !== null) return recent;
      const entry = await fromStore(name);
      // A newer answer may have come while the database was looking.
      if (entry !== null && !memory.has(name)) remember(name, entry);
      return entry;
    },
    readStored: (read) => fromStore(queryKey(read)),
    async write(read, value) {
      const name = queryKey(read);
      large.delete(name);
      await put(name, { version: limits.cacheVersion, value, fetchedAt: now() });
    },
    remove: (read) => remove(queryKey(read)),
    async changeAll(userId, key, change) {
      for (const name of await namesWhere((parts) => parts.userId === userId && parts.key === key)) {
        if (large.changeLater(name, change)) continue;
        const entry = memory.peek(name) ?? (await fromStore(name));
        if (entry !== null) await put(name, changed(name, entry, [change]));
      }
    },
    writeDeferred,
    async cleanUp() {
      for (const name of await allKeys()) {
        const entry = parseQueryKey(name) === null ? null : await store.get(name);
        const wanted = entry?.version === limits.cacheVersion && now() - entry.fetchedAt <= limits.cacheAge;
        if (!wanted) await remove(name);
      }
    },
    clearMemory: () => memory.clear(),
  };
}

function changed(name: string, entry: CacheEntry, changes: readonly Change[]): CacheEntry {
  const request = parseQueryKey(name)?.request;
  return { ...entry, value: changes.reduce((value, change) => change(value, request), entry.value) };
}

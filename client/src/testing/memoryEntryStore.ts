import type { CacheEntry, EntryStore } from '../offline/reads/persistedEntries.ts';

/** An in-memory store of cached responses. */
export function createMemoryEntryStore(): EntryStore {
  const entries = new Map<string, CacheEntry>();
  return {
    get: async (key) => entries.get(key) ?? null,
    set: async (key, entry) => {
      entries.set(key, structuredClone(entry));
    },
    remove: async (key) => {
      entries.delete(key);
    },
    keys: async () => [...entries.keys()],
    clear: async () => entries.clear(),
  };
}

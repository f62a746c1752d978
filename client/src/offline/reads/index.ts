/**
 * Reads of the reader's data: what the server answered, kept for visits without a network, with the waiting writes
 * applied. The names are those of TanStack Query; docs/decisions.md says why it is not that library.
 *
 * - queryClient.ts: the entry point (watch, refresh, commit, prefetch), and asking the server
 * - queryCache.ts: the reads that are alive, how long an answer is fresh, and which writes change which reads
 * - query.ts: one read, and the same with the waiting writes applied
 * - persister.ts: the kept answers, and their names; persistedEntries.ts: in IndexedDB (localForage)
 */
export { createEntryStore, type EntryStore } from './persistedEntries.ts';
export { createPersister } from './persister.ts';
export type { OfflineRead } from './queryClient.ts';
export { createQueryClient, type QueryClient } from './queryClient.ts';

/**
 * Reads of the reader's data: what the server answered, kept for visits without a network, with the waiting writes
 * applied. The names are those of TanStack Query; docs/decisions.md says why it is not that library.
 *
 * - queryClient.ts: the entry point (watch, refresh, commit); prefetch.ts: reads that are fetched in advance
 * - queryCache.ts: the reads that are alive; query.ts: one of them; queryObserver.ts: with the waiting writes applied;
 *   buildQuery.ts: joins both with what they need
 * - committedWrites.ts: accepted writes become part of the answers; freshness.ts: how long an answer is fresh
 * - fetchQuery.ts, allPages.ts: asking the server; waitingWrites.ts: which writes change which reads
 * - persister.ts: the kept answers; recentEntries.ts, largeEntries.ts: in memory; persistedEntries.ts: in IndexedDB
 *   (localForage); queryKey.ts: their names
 */
export { createEntryStore, type EntryStore } from './persistedEntries.ts';
export { createPersister } from './persister.ts';
export type { OfflineRead } from './prefetch.ts';
export { createQueryClient, type QueryClient } from './queryClient.ts';

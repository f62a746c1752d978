import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';

/** Times and sizes of section 9, in milliseconds where they are times. */
const minute = 60_000;
const day = 24 * 60 * minute;

export const limits = {
  memoryEntries: 50,
  /** Characters from which an entry is kept in the local database only. */
  largeEntry: 100_000,
  cacheVersion: 2,
  cacheCleanup: 10 * minute,
  /** A cached answer that was not fetched again in this time is removed. */
  cacheAge: 30 * day,
  queueInterval: 30_000,
  indicatorRefresh: 5_000,
  maxRetries: 5,
  reconnectCheck: 2_000,
  reachTimeout: 5_000,
  changesTimeout: 15_000,
  bookExpiry: 30 * day,
  bookCleanupDelay: 5_000,
  /** How long a download waits until the app itself can be opened offline. */
  readyOffline: 2 * minute,
  /** Share of the quota above which nothing more is downloaded. */
  quotaShare: 0.9,
  listPage: 200,
  prefetchBooks: 20,
  prefetchSessions: 30,
  /** From the first page until the reads of other pages are fetched that this browser has never had. */
  prefetchOfflineAfter: 3_000,
} as const;

const ttls: Partial<Record<ReadKey, number>> = {
  'GET /books': 10 * minute,
  'GET /books/:id': 30 * minute,
  'GET /books/:id/manifest': 30 * minute,
  'GET /notes': 15 * minute,
  'GET /notes/:bookId': 15 * minute,
  'GET /highlights': 15 * minute,
  'GET /books/:id/highlights': 15 * minute,
  'GET /books/:id/bookmarks': 15 * minute,
  'GET /collections': 10 * minute,
  'GET /reading/sessions': 5 * minute,
  'GET /readings': 15 * minute,
  'GET /parts/:part/rows/:collection': 15 * minute,
  'GET /api/gamification/stats': 30 * minute,
  'GET /api/gamification/achievements': 30 * minute,
};

/** How long an answer counts as fresh. Reads without an entry are fetched each time: places, uploads, goals. */
export function ttlOf(key: ReadKey): number {
  return ttls[key] ?? 0;
}

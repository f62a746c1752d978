import type { CallRequest, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { WatchOptions } from '@lectern/shared-contracts/contract/host.ts';
import { booksSearched } from '@lectern/shared-contracts/domain/search/relevance.ts';

export interface PrefetchedRead<K extends ReadKey = ReadKey> {
  key: K;
  request: CallRequest<K>;
  options?: WatchOptions;
}

const read = <K extends ReadKey>(key: K, request: CallRequest<K>, options?: WatchOptions) =>
  ({ key, request, options }) as unknown as PrefetchedRead;

/**
 * What the pages show first, with the same requests. A browser that has never had one of these fetches it after its
 * first page, so that every page has something to show without a network, not only those that were opened before.
 */
export const prefetchList: readonly PrefetchedRead[] = [
  read('GET /books', { query: { limit: 200, offset: 0 } }, { allPages: true }),
  read('GET /books', { query: { limit: booksSearched } }),
  read('GET /notes', {}),
  read('GET /highlights', {}),
  read('GET /collections', {}),
  read('GET /reading/sessions', { query: { limit: 1_000, offset: 0 } }, { allPages: true }),
  read('GET /api/gamification/settings', {}),
  read('GET /api/gamification/stats', {}),
  read('GET /api/gamification/achievements', {}),
  read('GET /api/gamification/goals', {}),
  read('GET /api/gamification/streak', {}),
  read('GET /api/gamification/history', {}),
  read('GET /mentor/status', {}),
  read('GET /mentor/conversations', {}),
  read('GET /auth/profile', {}),
];

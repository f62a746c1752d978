/** The numbers of the specification, sections 4, 5 and 9, under a clock that the test turns. */

import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { createMemoryEntryStore } from '../testing/memoryEntryStore.ts';
import { createOfflineBooks } from './books/offlineBooks.ts';
import { limits, ttlOf } from './common/limits.ts';
import { retryPauseAfter } from './queue/index.ts';
import { createPersister, createQueryClient } from './reads/index.ts';

const minute = 60_000;

describe('by the clock', () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 4, 1) }));
  afterEach(() => jest.useRealTimers());

  function reads() {
    const call = jest.fn(async () => ({ items: [], total: 0 }));
    const store = createMemoryEntryStore();
    const cache = createPersister(store);
    const cleanUp = jest.spyOn(cache, 'cleanUp');
    const data = createQueryClient({
      api: { call } as never,
      persister: cache,
      user: createWritable({ id: 'u1' }),
      network: createWritable('online' as const),
      types: { get: () => undefined },
      waiting: createWritable([]),
    });
    return { data, call, cleanUp };
  }

  it.each([
    ['GET /books', 10],
    ['GET /books/:id', 30],
    ['GET /reading/sessions', 5],
    ['GET /notes', 15],
    ['GET /api/gamification/stats', 30],
  ] as const)('[OF-09] %s is fresh for %i minutes', async (key, minutes) => {
    expect(ttlOf(key)).toBe(minutes * minute);
    const { data, call } = reads();
    const look = async () => {
      const stop = data.watch(key, { params: { id: 'b1' } } as never).subscribe(() => {});
      await jest.advanceTimersByTimeAsync(0);
      stop();
      // Nobody looks for longer than a read is held: what comes back is what the cache has.
      await jest.advanceTimersByTimeAsync(31_000);
    };
    await look();
    expect(call).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(minutes * minute - 70_000);
    await look();
    expect(call).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(70_000);
    await look();
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('[OF-09] the cache is cleaned up every 10 minutes', async () => {
    const { cleanUp } = reads();
    await jest.advanceTimersByTimeAsync(10 * minute - 1);
    expect(cleanUp).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(cleanUp).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(10 * minute);
    expect(cleanUp).toHaveBeenCalledTimes(2);
  });

  it('[OF-09] old books are looked for 5 s after the start', async () => {
    const getAll = jest.fn(async () => []);
    const books = createOfflineBooks({
      database: Promise.resolve({ getAll } as never),
      api: { call: jest.fn() } as never,
      data: { keep: jest.fn() } as never,
      user: createWritable({ id: 'u1' }),
      serviceWorker: null,
      caches: {} as CacheStorage,
    });
    books.start();
    await jest.advanceTimersByTimeAsync(4_999);
    expect(getAll).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(getAll.mock.calls.length).toBeGreaterThan(1);
  });

  it('are those of the specification', () => {
    expect(limits).toMatchObject({
      memoryEntries: 50,
      largeEntry: 100_000,
      cacheVersion: 2,
      queueInterval: 30_000,
      indicatorRefresh: 5_000,
      reconnectCheck: 2_000,
      reachTimeout: 5_000,
      bookExpiry: 30 * 24 * 60 * minute,
      quotaShare: 0.9,
      prefetchBooks: 20,
      prefetchSessions: 30,
    });
    expect([1, 2, 3, 4].map(retryPauseAfter)).toEqual([2_000, 8_000, 32_000, 128_000]);
  });
});

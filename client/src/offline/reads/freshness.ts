import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';

/** Which answers need not be fetched again yet. */
export interface Freshness {
  /** All answers of this route are outdated from now on. */
  invalidate(key: ReadKey): void;
  /**
   * Fetched by this page and not too long ago; before this visit another device may have written.
   * @param ttl in milliseconds
   */
  isFresh(fetchedAt: number, key: ReadKey, ttl: number): boolean;
}

export function createFreshness(now: () => number): Freshness {
  const startedAt = now();
  const invalidatedAt = new Map<ReadKey, number>();
  return {
    invalidate: (key) => invalidatedAt.set(key, now()),
    isFresh: (fetchedAt, key, ttl) =>
      fetchedAt >= startedAt && fetchedAt > (invalidatedAt.get(key) ?? 0) && now() - fetchedAt < ttl,
  };
}

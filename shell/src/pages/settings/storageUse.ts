import { coverCacheName } from '@lectern/client/offline/books/bookCache.ts';

export interface StorageUse {
  /** Bytes. */
  used: number;
  quota: number;
  /** Whether the storage is persistent: the browser does not evict it. */
  persisted: boolean;
}

/** The storage estimate of this browser; null when unavailable. */
export async function measure(): Promise<StorageUse | null> {
  if (!navigator.storage?.estimate) return null;
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  return { used: usage, quota, persisted: (await navigator.storage.persisted?.()) ?? true };
}

/** Deletes cached covers, which are refetched when shown; downloaded books keep theirs. */
export async function clearCovers(): Promise<void> {
  await globalThis.caches?.delete(coverCacheName);
}

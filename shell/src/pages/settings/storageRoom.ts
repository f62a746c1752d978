import { coverCacheName } from '@lectern/client/offline/books/bookCache.ts';

export interface Room {
  /** Bytes. */
  used: number;
  quota: number;
  /** The browser has promised not to clear it by itself. */
  persisted: boolean;
}

/** What this browser keeps for us; null where it does not say. */
export async function measure(): Promise<Room | null> {
  if (!navigator.storage?.estimate) return null;
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  return { used: usage, quota, persisted: (await navigator.storage.persisted?.()) ?? true };
}

/** Covers are fetched anew when they are seen again; those of downloaded books stay with their books. */
export async function clearCovers(): Promise<void> {
  await globalThis.caches?.delete(coverCacheName);
}

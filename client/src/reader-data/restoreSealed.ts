import { logKeyPrefix, type StoredAction } from '../offline/queue/index.ts';
import type { LecternDatabase } from '../offline/storage/database.ts';
import { createSealedWrites, type SealedWrites } from './sealedWrites.ts';

export interface RestorePorts {
  userId: string;
  database: LecternDatabase | null;
  local: Storage;
  /** Fetches the key of this reader from the server; rejects when that fails. */
  fetchKey(): Promise<string>;
  /** Puts writes back into the queue under their original ids. */
  restore(userId: string, actions: readonly StoredAction[]): Promise<void>;
  sealed?: SealedWrites;
}

/** Ensures that the key is stored here. Rejects when it cannot be fetched. */
export async function ensureKey(
  { userId, fetchKey }: Pick<RestorePorts, 'userId' | 'fetchKey'>,
  sealed: SealedWrites = createSealedWrites(),
): Promise<void> {
  if (!(await sealed.hasKey(userId))) await sealed.keepKey(userId, await fetchKey());
}

/**
 * Restores the writes that a reader left sealed in this browser. Rejects when the key
 * cannot be fetched; the sealed data is then unchanged.
 * @returns the number of restored writes and files
 */
export async function restoreSealed(ports: RestorePorts): Promise<number> {
  const { userId, database, local, sealed = createSealedWrites() } = ports;
  // Without a database nothing can be restored, and nothing was sealed.
  if (database === null || !(await sealed.has(userId))) return 0;
  await ensureKey(ports, sealed);
  let count = 0;
  for (const { id, unsent } of await sealed.open(userId)) {
    const { actions, uploads, entries } = unsent;
    const restoredEntries: Record<string, string> = {};
    for (const [key, text] of Object.entries(entries)) {
      const current = local.getItem(key);
      if (current === null) local.setItem(key, text);
      else if (current !== text && !key.startsWith(logKeyPrefix)) restoredEntries[key] = text;
    }
    if (uploads.length > 0) {
      const transaction = database.transaction('uploads', 'readwrite');
      await Promise.all([...uploads.map((upload) => transaction.store.put(upload)), transaction.done]);
    }
    await ports.restore(userId, actions);
    // A later draft or session has its place: it waits for a start after that one was saved.
    if (Object.keys(restoredEntries).length > 0)
      await sealed.seal(userId, { actions: [], uploads: [], entries: restoredEntries });
    // Last: if the page closes before, the next start restores it again, under the same ids.
    await sealed.remove(id);
    count += actions.length + uploads.length;
  }
  return count;
}

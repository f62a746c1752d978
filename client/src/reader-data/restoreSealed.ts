import type { StoredAction } from '../offline/queue/index.ts';
import type { LecternDatabase } from '../offline/storage/database.ts';
import { createSealedWrites, type SealedWrites } from './sealedWrites.ts';

export interface RestorePorts {
  userId: string;
  database: LecternDatabase | null;
  local: Storage;
  /** The key of this reader, from the server; rejects when it does not come. */
  fetchKey(): Promise<string>;
  /** Puts writes back into the queue, under the ids that they had. */
  restore(userId: string, actions: readonly StoredAction[]): Promise<void>;
  sealed?: SealedWrites;
}

/** Sees to it that the key is here. Rejects when it does not come. */
export async function haveKey(
  { userId, fetchKey }: Pick<RestorePorts, 'userId' | 'fetchKey'>,
  sealed: SealedWrites = createSealedWrites(),
): Promise<void> {
  if (!(await sealed.hasKey(userId))) await sealed.keepKey(userId, await fetchKey());
}

/**
 * What a reader left sealed in this browser is theirs again. Rejects when the key
 * does not come; what is sealed then stays as it is.
 * @returns how many writes and files came back
 */
export async function restoreSealed(ports: RestorePorts): Promise<number> {
  const { userId, database, local, sealed = createSealedWrites() } = ports;
  // Without a database nothing can be kept, and nothing was.
  if (database === null || !(await sealed.has(userId))) return 0;
  await haveKey(ports, sealed);
  let count = 0;
  for (const { id, unsent } of await sealed.open(userId)) {
    const { actions, uploads, entries } = unsent;
    for (const [key, text] of Object.entries(entries))
      if (local.getItem(key) === null) local.setItem(key, text);
    if (uploads.length > 0) {
      const transaction = database.transaction('uploads', 'readwrite');
      await Promise.all([...uploads.map((upload) => transaction.store.put(upload)), transaction.done]);
    }
    await ports.restore(userId, actions);
    // Last: a page that is closed in between finds it again, and the same ids are the same writes.
    await sealed.remove(id);
    count += actions.length + uploads.length;
  }
  return count;
}

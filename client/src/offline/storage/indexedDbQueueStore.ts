import { remembered } from '@lectern/shared-contracts/domain/remembered.ts';
import type { IDBPTransaction } from 'idb';
import type { QueueStore, StoredAction } from '../queue/index.ts';
import type { LecternDatabase, LecternSchema } from './database.ts';
import { type CopyTransaction, keepCopy } from './localCopies.ts';
import { isStoredAction } from './storedShapes.ts';

interface CachedActions {
  revision: number;
  actions: readonly StoredAction[];
}

const stores = ['sync_queue', 'revisions', 'reading_progress', 'notes'] as const;

type ReadTransaction = IDBPTransaction<LecternSchema, ('sync_queue' | 'revisions')[]>;

/**
 * The queue in IndexedDB. Each step raises the user's revision in its own transaction. While the revision is the one
 * that this tab knows, its copy in memory is current.
 */
export function createIndexedDbQueueStore(database: LecternDatabase): QueueStore {
  const cache = new Map<string, CachedActions>();

  async function read(transaction: ReadTransaction, userId: string): Promise<CachedActions> {
    const revision = revisionOf(await transaction.objectStore('revisions').get(userId));
    const cached = cache.get(userId);
    if (cached?.revision === revision) return cached;
    const stored = await transaction.objectStore('sync_queue').index('userId').getAll(userId);
    return { revision, actions: oldestFirst(stored.filter(isStoredAction)) };
  }

  return {
    revision: (userId) => cache.get(userId)?.revision || null,
    async all(userId) {
      const current = await read(database.transaction(['sync_queue', 'revisions']), userId);
      cache.set(userId, current);
      return current.actions;
    },

    async change(userId, decide, durability = 'relaxed') {
      const transaction = database.transaction(stores, 'readwrite', { durability });
      const queue = transaction.objectStore('sync_queue');
      const writes: Promise<unknown>[] = [];
      try {
        const before = await read(transaction as unknown as ReadTransaction, userId);
        const after = decide(before.actions);
        const old = new Map(before.actions.map((action) => [action.id, action]));
        for (const action of after) {
          const was = old.get(action.id);
          old.delete(action.id);
          if (was === action) continue;
          writes.push(queue.put(action));
          // The copies that pages show are written together with the queue.
          if (was?.payload !== action.payload) writes.push(keepCopy(transaction as CopyTransaction, action));
        }
        for (const id of old.keys()) writes.push(queue.delete(id));
        const revision = (before.revision || anyRevision()) + 1;
        const isChanged = writes.length > 0;
        if (isChanged) writes.push(transaction.objectStore('revisions').put(revision, userId));
        await Promise.all(writes);
        await transaction.done;
        const current = isChanged ? { revision, actions: oldestFirst(after) } : before;
        cache.set(userId, current);
        return current.actions;
      } catch (error) {
        // A full disk has aborted it already.
        for (const request of [transaction.done, ...writes]) request.catch(() => {});
        try {
          transaction.abort();
        } catch {}
        throw error;
      }
    },
  };
}

const oldestFirst = (actions: readonly StoredAction[]): readonly StoredAction[] =>
  actions.toSorted((a, b) => a.timestamp - b.timestamp);

/** The queue in this database: one object for each open database, so that what it has read is kept. */
export const queueStoreOf = remembered(createIndexedDbQueueStore);

/** The stored revision; 0 when there is none, or it is not a number. */
const revisionOf = (stored: unknown): number => (Number.isSafeInteger(stored) ? (stored as number) : 0);

/** The first revision is random, so that a database that was deleted and created again is not taken for the old one. */
const anyRevision = (): number => Math.floor(Math.random() * 2 ** 52);

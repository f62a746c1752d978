import type { LecternDatabase } from '../database.ts';
import { type CopyTransaction, keepCopy } from '../localCopies.ts';
import type { StoredAction } from './storedAction.ts';

export interface QueueStore {
  /** The user's writes, oldest first. */
  all(userId: string): Promise<readonly StoredAction[]>;
  /**
   * One step of the queue: `decide` sees the user's writes and says what they shall be, and nothing happens in between,
   * in this tab or another. Resolves with them once the transaction has completed; 'strict' asks the browser to have it
   * on the disk by then, and not only on its way there.
   */
  change(
    userId: string,
    decide: (actions: readonly StoredAction[]) => readonly StoredAction[],
    durability?: 'strict' | 'relaxed',
  ): Promise<readonly StoredAction[]>;
}

const stores = ['sync_queue', 'reading_progress', 'notes'] as const;

export function createQueueStore(database: LecternDatabase): QueueStore {
  return {
    async all(userId) {
      return inOrder(await database.getAllFromIndex('sync_queue', 'userId', userId));
    },

    async change(userId, decide, durability = 'relaxed') {
      const transaction = database.transaction(stores, 'readwrite', { durability });
      const queue = transaction.objectStore('sync_queue');
      try {
        const before = inOrder(await queue.index('userId').getAll(userId));
        const after = decide(before);
        const kept = new Map(after.map((action) => [action.id, action]));
        const known = new Map(before.map((action) => [action.id, action]));
        const writes: Promise<unknown>[] = [];
        for (const action of before) if (!kept.has(action.id)) writes.push(queue.delete(action.id));
        for (const action of after) {
          if (known.get(action.id) === action) continue;
          writes.push(queue.put(action));
          // What is shown and what is queued are written together.
          if (known.get(action.id)?.payload !== action.payload)
            writes.push(keepCopy(transaction as CopyTransaction, action));
        }
        await Promise.all(writes);
        await transaction.done;
        return inOrder(after);
      } catch (error) {
        // Already aborted when the disk is full.
        transaction.done.catch(() => {});
        try {
          transaction.abort();
        } catch {}
        throw error;
      }
    },
  };
}

function inOrder(actions: readonly StoredAction[]): readonly StoredAction[] {
  return actions.toSorted((a, b) => a.timestamp - b.timestamp);
}

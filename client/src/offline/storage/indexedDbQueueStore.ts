import type { Decide, Durability, QueueStore, StoredAction } from '../queue/index.ts';
import type { LecternDatabase } from './database.ts';
import { type CopyTransaction, keepCopy } from './localCopies.ts';
import { isStoredAction } from './storedShapes.ts';

interface CachedActions {
  revision: number;
  actions: readonly StoredAction[];
}

const stores = ['sync_queue', 'revisions', 'reading_progress', 'notes'] as const;

/**
 * The queue in IndexedDB. Each step raises the user's revision in its own transaction. While the revision is the one
 * that this tab knows, its copy in memory is current, and ten thousand writes need not be read again for one more.
 */
export function createIndexedDbQueueStore(database: LecternDatabase): QueueStore {
  const cache = new Map<string, CachedActions>();

  /**
   * @param cached this tab's copy; null to read the database
   * @returns null when that copy is outdated; nothing was done then
   */
  async function step(
    userId: string,
    decide: Decide,
    durability: Durability,
    cached: CachedActions | null,
  ): Promise<readonly StoredAction[] | null> {
    const transaction = database.transaction(stores, 'readwrite', { durability });
    const queue = transaction.objectStore('sync_queue');
    const storedRevision = transaction.objectStore('revisions').get(userId);
    const writes: Promise<unknown>[] = [];
    /** The transaction is aborted; requests in it reject. */
    const abortStep = (): void => {
      // A full disk has aborted it already.
      for (const request of [transaction.done, storedRevision, ...writes]) request.catch(() => {});
      try {
        transaction.abort();
      } catch {}
    };
    try {
      const { revision, actions: before } = cached ?? {
        revision: revisionOf(await storedRevision),
        actions: inOrder((await queue.index('userId').getAll(userId)).filter(isStoredAction)),
      };
      const after = decide(before);
      const { gone, put, range } = difference(before, after);
      const next = (revision || anyRevision()) + 1;
      if (gone.length + put.length > 0) writes.push(transaction.objectStore('revisions').put(next, userId));
      for (const id of gone) writes.push(queue.delete(id));
      for (const { action, isPayloadNew } of put) {
        writes.push(queue.put(action));
        // The copies that pages show are written together with the queue.
        if (isPayloadNew) writes.push(keepCopy(transaction as CopyTransaction, action));
      }
      const isCurrent = revisionOf(await storedRevision) === revision;
      if (!isCurrent) {
        abortStep();
        return null;
      }
      await Promise.all(writes);
      await transaction.done;
      const actions = writes.length === 0 ? before : inOrder(after, range);
      cache.set(userId, { revision: writes.length === 0 ? revision : next, actions });
      return actions;
    } catch (error) {
      abortStep();
      throw error;
    }
  }

  return {
    revision: (userId) => cache.get(userId)?.revision || null,
    async all(userId) {
      const transaction = database.transaction(['sync_queue', 'revisions']);
      const revision = revisionOf(await transaction.objectStore('revisions').get(userId));
      const cached = cache.get(userId);
      if (cached?.revision === revision) return cached.actions;
      const stored = await transaction.objectStore('sync_queue').index('userId').getAll(userId);
      const actions = inOrder(stored.filter(isStoredAction));
      cache.set(userId, { revision, actions });
      return actions;
    },

    async change(userId, decide, durability = 'relaxed') {
      // Usually nothing has happened elsewhere: this tab's copy is used, and its revision is checked in the same step.
      let tried: CachedActions | null = null;
      for (;;) {
        const cached = cache.get(userId) ?? null;
        const result = await step(userId, decide, durability, cached === tried ? null : cached);
        if (result !== null) return result;
        tried = cached;
      }
    },
  };
}

const queueStores = new WeakMap<LecternDatabase, QueueStore>();

/** The queue in this database: one object for each open database, so that what it has read is kept. */
export function queueStoreOf(database: LecternDatabase): QueueStore {
  const store = queueStores.get(database) ?? createIndexedDbQueueStore(database);
  queueStores.set(database, store);
  return store;
}

/** The stored revision; 0 when there is none, or it is not a number. */
const revisionOf = (stored: unknown): number => (Number.isSafeInteger(stored) ? (stored as number) : 0);

/** The first revision is random, so that a database that was deleted and created again is not taken for the old one. */
const anyRevision = (): number => Math.floor(Math.random() * 2 ** 52);

interface Difference {
  /** Ids that were removed. */
  gone: string[];
  /** What is new or changed; `isPayloadNew`: its payload is new or changed. */
  put: { action: StoredAction; isPayloadNew: boolean }[];
  /** The range of the new list that differs from the old one: from the first index up to, not including, the second. */
  range: readonly [number, number];
}

/** What one step changed. Nearly all writes stay the same, so equal writes at both ends are skipped first. */
function difference(before: readonly StoredAction[], after: readonly StoredAction[]): Difference {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore -= 1;
    endAfter -= 1;
  }
  const oldActions = new Map(before.slice(start, endBefore).map((action) => [action.id, action]));
  const put: Difference['put'] = [];
  for (const action of after.slice(start, endAfter)) {
    const old = oldActions.get(action.id);
    oldActions.delete(action.id);
    if (old !== action) put.push({ action, isPayloadNew: old?.payload !== action.payload });
  }
  return { gone: [...oldActions.keys()], put, range: [start, endAfter] };
}

/**
 * Sorts a list that is usually sorted already; then it is returned as it is.
 * @param range the part that may not be in order; the rest is
 */
function inOrder(
  actions: readonly StoredAction[],
  [start, end]: Difference['range'] = [0, actions.length],
): readonly StoredAction[] {
  for (let index = Math.max(1, start); index < Math.min(actions.length, end + 1); index += 1)
    if ((actions[index - 1]?.timestamp ?? 0) > (actions[index]?.timestamp ?? 0))
      return actions.toSorted((a, b) => a.timestamp - b.timestamp);
  return actions;
}

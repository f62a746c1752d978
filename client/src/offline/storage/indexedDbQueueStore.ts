import type { Decide, Durability, QueueStore, StoredAction } from '../queue/index.ts';
import type { LecternDatabase } from './database.ts';
import { type CopyTransaction, keepCopy } from './localCopies.ts';
import { isStoredAction } from './storedShapes.ts';

interface Held {
  revision: number;
  actions: readonly StoredAction[];
}

const stores = ['sync_queue', 'revisions', 'reading_progress', 'notes'] as const;

/**
 * The queue in IndexedDB. Each step raises the user's revision in its own transaction; while that is what this tab
 * knows, the writes are those it holds in memory, and ten thousand of them need not be read again for one more.
 */
export function createIndexedDbQueueStore(database: LecternDatabase): QueueStore {
  const held = new Map<string, Held>();

  /**
   * @param known what this tab holds; null to read it anew
   * @returns null when that is not what the database has any more, and nothing was done
   */
  async function step(
    userId: string,
    decide: Decide,
    durability: Durability,
    known: Held | null,
  ): Promise<readonly StoredAction[] | null> {
    const transaction = database.transaction(stores, 'readwrite', { durability });
    const queue = transaction.objectStore('sync_queue');
    const asked = transaction.objectStore('revisions').get(userId);
    const writes: Promise<unknown>[] = [];
    /** Nothing of it has happened; what was asked for in it hears so. */
    const takeBack = (): void => {
      // A full disk has aborted it already.
      for (const one of [transaction.done, asked, ...writes]) one.catch(() => {});
      try {
        transaction.abort();
      } catch {}
    };
    try {
      const { revision, actions: before } = known ?? {
        revision: revisionOf(await asked),
        actions: inOrder((await queue.index('userId').getAll(userId)).filter(isStoredAction)),
      };
      const after = decide(before);
      const { gone, put, range } = difference(before, after);
      const next = (revision || anyRevision()) + 1;
      if (gone.length + put.length > 0) writes.push(transaction.objectStore('revisions').put(next, userId));
      for (const id of gone) writes.push(queue.delete(id));
      for (const { action, said } of put) {
        writes.push(queue.put(action));
        // What is shown and what is queued are written together.
        if (said) writes.push(keepCopy(transaction as CopyTransaction, action));
      }
      const isCurrent = revisionOf(await asked) === revision;
      if (!isCurrent) {
        takeBack();
        return null;
      }
      await Promise.all(writes);
      await transaction.done;
      const actions = writes.length === 0 ? before : inOrder(after, range);
      held.set(userId, { revision: writes.length === 0 ? revision : next, actions });
      return actions;
    } catch (error) {
      takeBack();
      throw error;
    }
  }

  return {
    revision: (userId) => held.get(userId)?.revision || null,
    async all(userId) {
      const transaction = database.transaction(['sync_queue', 'revisions']);
      const revision = revisionOf(await transaction.objectStore('revisions').get(userId));
      const known = held.get(userId);
      if (known?.revision === revision) return known.actions;
      const stored = await transaction.objectStore('sync_queue').index('userId').getAll(userId);
      const actions = inOrder(stored.filter(isStoredAction));
      held.set(userId, { revision, actions });
      return actions;
    },

    async change(userId, decide, durability = 'relaxed') {
      // As a rule nothing has happened elsewhere: what this tab holds is taken
      // for what is there, and looked at in passing.
      let tried: Held | null = null;
      for (;;) {
        const known = held.get(userId) ?? null;
        const result = await step(userId, decide, durability, known === tried ? null : known);
        if (result !== null) return result;
        tried = known;
      }
    },
  };
}

/** None was written yet, or what was written is no number. */
const revisionOf = (stored: unknown): number => (Number.isSafeInteger(stored) ? (stored as number) : 0);

/** A database that was deleted and made anew does not go on where the other one was. */
const anyRevision = (): number => Math.floor(Math.random() * 2 ** 52);

interface Difference {
  /** Ids that are not there any more. */
  gone: string[];
  /** What is new or changed; `said`: its payload is. */
  put: { action: StoredAction; said: boolean }[];
  /** Where in the new list something is not as it was: from this index to the one before that. */
  range: readonly [number, number];
}

/** What one step changed. Nearly all stay as they are, so what is the same at both ends is left out first. */
function difference(before: readonly StoredAction[], after: readonly StoredAction[]): Difference {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore -= 1;
    endAfter -= 1;
  }
  const known = new Map(before.slice(start, endBefore).map((action) => [action.id, action]));
  const put: Difference['put'] = [];
  for (const action of after.slice(start, endAfter)) {
    const old = known.get(action.id);
    known.delete(action.id);
    if (old !== action) put.push({ action, said: old?.payload !== action.payload });
  }
  return { gone: [...known.keys()], put, range: [start, endAfter] };
}

/**
 * The same list when it is in order already, as a rule.
 * @param range where it may not be; what is around it is
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

import { backoffMs } from '../common/backoff.ts';
import { isQuotaError } from '../common/isQuotaError.ts';
import { MemoryQueue, withMemory } from './memoryQueue.ts';
import type { QueueStore } from './queuePorts.ts';
import type { StoredAction } from './storedAction.ts';
import type { WriteAheadLog } from './writeAheadLog.ts';

type Actions = readonly StoredAction[];

export interface SurvivingStorePorts {
  /** The queue in the open database; a new object when it was opened again. Rejects while it cannot be opened. */
  connect(): Promise<QueueStore>;
  /** Called with every failure, and with null when the database is back. */
  onProblem(error: unknown): void;
  /** The database does not work as it should: it must be opened again. */
  drop(): void;
  /** The database is full: removes what can be fetched again. */
  freeSpace(): Promise<void>;
  writeAheadLog: WriteAheadLog;
  now(): number;
}

export interface SurvivingStore extends QueueStore {
  /** The database was closed or deleted: its writes go into the log now, because the page may be closed next. */
  lost(): void;
}

/** More steps than other tabs can have made: a revision that is further away belongs to another database. */
const maxSteps = 1_000_000;
const retryPauses = { first: 1_000, longest: 60_000 };

/**
 * A store of the queue that never fails. While the database is gone (closed by another tab, deleted, full, corrupt,
 * missing), the writes are kept in memory and in the write-ahead log, and sent from there. Once it is back, they are
 * put into it.
 */
export function createSurvivingStore(ports: SurvivingStorePorts): SurvivingStore {
  const { writeAheadLog, now } = ports;
  /** By reader: the database, and its writes as last seen. */
  const lastSeen = new Map<string, { store: QueueStore; actions: Actions }>();
  const memory = new MemoryQueue({ writeAheadLog, now, lastSeen: (userId) => lastSeen.get(userId) });
  let failures = 0;
  let retryAt = 0;
  let isFull = false;
  let lastStep: Promise<unknown> = Promise.resolve();

  /** Puts the writes from memory into the database. */
  async function putBack(store: QueueStore, userId: string): Promise<void> {
    const own = memory.get(userId);
    if (own === undefined) return;
    const isSame = await isSameDatabase(store, own.lost, userId);
    const actions = await store.change(userId, (stored) => withMemory(stored, own, isSame), 'strict');
    memory.end(userId);
    // The new list, not the one from before: writes that were sent meanwhile must not come back.
    lastSeen.set(userId, { store, actions });
  }

  /** @returns null when the database cannot do it now */
  async function runInDatabase(
    userId: string,
    work: (store: QueueStore) => Promise<Actions>,
  ): Promise<Actions | null> {
    // After the clock was turned back, the end of the pause has no meaning any more.
    if (failures > 0 && now() < retryAt && retryAt - now() <= 2 * retryPauses.longest) return null;
    const attempt = async (): Promise<Actions> => {
      const store = await ports.connect();
      const before = lastSeen.get(userId);
      if (before !== undefined && !(await isSameDatabase(store, before.store, userId))) memory.begin(userId);
      // Also those of a reader who has signed out since.
      for (const id of memory.readers()) await putBack(store, id);
      const actions = await work(store);
      lastSeen.set(userId, { store, actions });
      // The database was lost during this step, but the step was completed.
      if (memory.has(userId)) memory.beginAgain(userId);
      return actions;
    };
    try {
      const actions = await attempt().catch(async (error: unknown) => {
        if (isClosedError(error)) ports.drop();
        // The reader's writes matter more than data that can be fetched again.
        else if (isQuotaError(error)) await ports.freeSpace();
        else throw error;
        return attempt();
      });
      if (failures > 0) ports.onProblem(null);
      failures = 0;
      return actions;
    } catch (error) {
      failures += 1;
      isFull = isQuotaError(error);
      retryAt = now() + backoffMs(failures, retryPauses);
      memory.begin(userId);
      if (!isFull) ports.drop();
      ports.onProblem(error);
      return null;
    }
  }

  /** Runs the steps sequentially: a step in memory must not overtake one in the database. */
  function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const next = lastStep.then(work, work);
    lastStep = next.catch(() => undefined);
    return next;
  }

  return {
    lost() {
      for (const userId of lastSeen.keys()) memory.begin(userId);
    },
    isKept: (userId) => !memory.has(userId),
    reopen() {
      if (!isFull) retryAt = 0;
    },
    all: (userId) =>
      oneAtATime(
        async () =>
          (await runInDatabase(userId, (store) => store.all(userId))) ?? memory.begin(userId).actions,
      ),
    change: (userId, decide, durability) =>
      oneAtATime(
        async () =>
          (await runInDatabase(userId, (store) => store.change(userId, decide, durability))) ??
          memory.change(userId, decide),
      ),
  };
}

/** The connection was closed before it was used. */
const isClosedError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError';

/** Whether it is certainly the database from before, not another or a new one: first revisions are random. */
async function isSameDatabase(
  store: QueueStore,
  before: QueueStore | null,
  userId: string,
): Promise<boolean> {
  if (store === before) return true;
  if (before === null) return false;
  await store.all(userId);
  const [now, then] = [store.revision?.(userId) ?? null, before.revision?.(userId) ?? null];
  return now !== null && then !== null && now >= then && now - then < maxSteps;
}

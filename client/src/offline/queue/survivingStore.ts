import { backoffMs } from '../common/backoff.ts';
import { isQuotaError } from '../common/isQuotaError.ts';
import type { Decide, QueueStore } from './queuePorts.ts';
import { isSamePayload, isUntouched, type StoredAction } from './storedAction.ts';
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

/** The writes of one reader while this tab has no database. */
interface MemoryWrites {
  /** The database that was lost; null when none was ever open. */
  lost: QueueStore | null;
  actions: Actions;
  /** All payloads of all its writes so far, by id. What is no longer in `actions` was sent or discarded. */
  seen: Map<string, Set<unknown>>;
  /**
   * The payloads in the lost database, by id. It may come back in another page, and must not bring back writes that
   * were sent meanwhile.
   */
  inDatabase: ReadonlyMap<string, unknown>;
}

/** How many writes of the lost database go into the log at most: local storage also holds the sign-in. */
const maxLogged = 1_000;

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
  /** By reader: the writes of a tab that has no database, which are also in the write-ahead log. */
  const memory = new Map<string, MemoryWrites>();
  let failures = 0;
  let retryAt = 0;
  let isFull = false;
  let lastStep: Promise<unknown> = Promise.resolve();

  /** Another tab may send it as it is in the database: so its payload must stay, and an edit becomes another write. */
  const maybeSent = (action: StoredAction): StoredAction =>
    isUntouched(action) && action.heldUntil === undefined
      ? { ...action, lastAttempt: now(), refused: false }
      : action;

  function log(
    { id, type, payload, userId, timestamp, lastAttempt, refused, clockOff }: StoredAction,
    { inDatabase }: MemoryWrites,
  ): void {
    writeAheadLog.add({
      id,
      type,
      payload,
      userId,
      attempted: lastAttempt !== null && !refused,
      whole: inDatabase.get(id) !== payload,
      order: timestamp,
      clockOff,
    });
  }

  /** Keeps the reader's writes in memory from now on, beginning with those last seen in the database. */
  function keepInMemory(userId: string): MemoryWrites {
    const existing = memory.get(userId);
    if (existing) return existing;
    const { store: lost = null, actions: before = [] } = lastSeen.get(userId) ?? {};
    const actions = before.map(maybeSent);
    const own: MemoryWrites = {
      lost,
      actions,
      seen: new Map(actions.map(({ id, payload }) => [id, new Set([payload])])),
      inDatabase: new Map(actions.map(({ id, payload }) => [id, payload])),
    };
    memory.set(userId, own);
    for (const action of actions.slice(-maxLogged)) log(action, own);
    return own;
  }

  /** The database was lost during a step that was completed: begins again with the database as it is now. */
  function keepAgain(userId: string): void {
    const before = memory.get(userId);
    memory.delete(userId);
    const { seen } = keepInMemory(userId);
    for (const id of before?.seen.keys() ?? []) if (!seen.has(id)) writeAheadLog.remove(id);
  }

  /** A step of the queue in memory. */
  function changeInMemory(userId: string, decide: Decide): Actions {
    const own = keepInMemory(userId);
    const before = new Map(own.actions.map((action) => [action.id, action]));
    const after = decide(own.actions).toSorted((a, b) => a.timestamp - b.timestamp);
    for (const action of after) {
      const old = before.get(action.id);
      before.delete(action.id);
      own.seen.set(action.id, (own.seen.get(action.id) ?? new Set()).add(action.payload));
      if (old?.payload !== action.payload || old?.lastAttempt !== action.lastAttempt) log(action, own);
    }
    for (const { id, type, timestamp } of before.values()) {
      const payload = own.inDatabase.get(id);
      if (own.inDatabase.has(id))
        writeAheadLog.add({ id, type, payload, userId, order: timestamp, settled: true });
      else writeAheadLog.remove(id);
    }
    own.actions = after;
    return after;
  }

  /** Puts the writes from memory into the database. */
  async function putBack(store: QueueStore, userId: string): Promise<void> {
    const own = memory.get(userId);
    if (own === undefined) return;
    const isSame = await isSameDatabase(store, own.lost, userId);
    const actions = await store.change(userId, (stored) => withMemory(stored, own, isSame), 'strict');
    memory.delete(userId);
    for (const id of own.seen.keys()) writeAheadLog.remove(id);
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
      if (before !== undefined && !(await isSameDatabase(store, before.store, userId))) keepInMemory(userId);
      // Also those of a reader who has signed out since.
      for (const id of [...memory.keys()]) await putBack(store, id);
      const actions = await work(store);
      lastSeen.set(userId, { store, actions });
      if (memory.has(userId)) keepAgain(userId);
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
      keepInMemory(userId);
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
      for (const userId of lastSeen.keys()) keepInMemory(userId);
    },
    isKept: (userId) => !memory.has(userId),
    reopen() {
      if (!isFull) retryAt = 0;
    },
    all: (userId) =>
      oneAtATime(
        async () =>
          (await runInDatabase(userId, (store) => store.all(userId))) ?? keepInMemory(userId).actions,
      ),
    change: (userId, decide, durability) =>
      oneAtATime(
        async () =>
          (await runInDatabase(userId, (store) => store.change(userId, decide, durability))) ??
          changeInMemory(userId, decide),
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

/**
 * The list of the database with the writes from memory put back, beside those that other tabs have put there.
 * @param isSame whether it is the database that was lost, not a new one
 */
function withMemory(stored: Actions, own: MemoryWrites, isSame: boolean): Actions {
  const mine = new Set(own.actions.map(({ id }) => id));
  const storedById = new Map(stored.map((action) => [action.id, action]));
  // Another tab may have changed or sent writes that this tab has not changed.
  const back = own.actions.flatMap((action) =>
    own.inDatabase.get(action.id) === action.payload
      ? (storedById.get(action.id) ?? (isSame ? [] : action))
      : action,
  );
  // A write that was sent here is done, but not another tab's edit of it.
  const isDone = ({ id, payload }: StoredAction): boolean =>
    [...(own.seen.get(id) ?? [])].some((seen) => isSamePayload(seen, payload));
  const others = stored.filter((action) => !mine.has(action.id) && !isDone(action));
  // Of two writes with the same timestamp, the one in the database is the earlier.
  return [...others, ...back].toSorted((a, b) => a.timestamp - b.timestamp);
}

import type { QueueStore } from './queuePorts.ts';
import { isSamePayload, isUntouched, type StoredAction } from './storedAction.ts';
import type { WriteAheadLog } from './writeAheadLog.ts';

type Actions = readonly StoredAction[];

/** The writes of one reader while this tab has no database. */
export interface MemoryWrites {
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

export interface MemoryQueuePorts {
  /** The reader's database and its writes as last seen; undefined when none was open. */
  lastSeen(userId: string): { store: QueueStore; actions: Actions } | undefined;
  writeAheadLog: WriteAheadLog;
  now(): number;
}

/** The writes of a tab that has no database, by reader: in memory and in the write-ahead log. */
export class MemoryQueue {
  readonly #ports: MemoryQueuePorts;
  readonly #byReader = new Map<string, MemoryWrites>();

  constructor(ports: MemoryQueuePorts) {
    this.#ports = ports;
  }

  has(userId: string): boolean {
    return this.#byReader.has(userId);
  }

  get(userId: string): MemoryWrites | undefined {
    return this.#byReader.get(userId);
  }

  readers(): string[] {
    return [...this.#byReader.keys()];
  }

  /** Keeps the reader's writes in memory from now on, beginning with those last seen in the database. */
  begin(userId: string): MemoryWrites {
    const existing = this.#byReader.get(userId);
    if (existing) return existing;
    const { store: lost = null, actions: before = [] } = this.#ports.lastSeen(userId) ?? {};
    const actions = before.map((action) => this.#maybeSent(action));
    const inDatabase = new Map(actions.map(({ id, payload }) => [id, payload]));
    const next: MemoryWrites = { lost, actions, seen: new Map(), inDatabase };
    for (const { id, payload } of actions) next.seen.set(id, new Set([payload]));
    this.#byReader.set(userId, next);
    for (const action of actions.slice(-maxLogged)) this.#log(action);
    return next;
  }

  /** Begins again with the database as it is now: it was lost during a step that was completed. */
  beginAgain(userId: string): void {
    const before = this.#byReader.get(userId);
    this.#byReader.delete(userId);
    const { seen } = this.begin(userId);
    for (const id of before?.seen.keys() ?? []) if (!seen.has(id)) this.#ports.writeAheadLog.remove(id);
  }

  /** A step of the queue. */
  change(userId: string, decide: (actions: Actions) => Actions): Actions {
    const own = this.begin(userId);
    const before = new Map(own.actions.map((action) => [action.id, action]));
    const after = decide(own.actions).toSorted((a, b) => a.timestamp - b.timestamp);
    for (const action of after) {
      const old = before.get(action.id);
      before.delete(action.id);
      own.seen.set(action.id, (own.seen.get(action.id) ?? new Set()).add(action.payload));
      if (old?.payload !== action.payload || old?.lastAttempt !== action.lastAttempt) this.#log(action);
    }
    for (const { id, type, timestamp } of before.values()) {
      const { writeAheadLog } = this.#ports;
      const payload = own.inDatabase.get(id);
      if (own.inDatabase.has(id))
        writeAheadLog.add({ id, type, payload, userId, order: timestamp, settled: true });
      else writeAheadLog.remove(id);
    }
    own.actions = after;
    return after;
  }

  /** The writes are in the database again. */
  end(userId: string): void {
    const seen = this.#byReader.get(userId)?.seen ?? new Map();
    this.#byReader.delete(userId);
    for (const id of seen.keys()) this.#ports.writeAheadLog.remove(id);
  }

  /** Another tab may send it as it is in the database: so its payload must stay, and an edit becomes another write. */
  #maybeSent(action: StoredAction): StoredAction {
    return isUntouched(action) && action.heldUntil === undefined
      ? { ...action, lastAttempt: this.#ports.now(), refused: false }
      : action;
  }

  #log(action: StoredAction): void {
    const { id, type, payload, userId, timestamp, lastAttempt, refused, clockOff } = action;
    this.#ports.writeAheadLog.add({
      id,
      type,
      payload,
      userId,
      attempted: lastAttempt !== null && !refused,
      whole: this.#byReader.get(userId)?.inDatabase.get(id) !== payload,
      order: timestamp,
      clockOff,
    });
  }
}

/**
 * The list of the database with the writes from memory put back, beside those that other tabs have put there.
 * @param isSame whether it is the database that was lost, not a new one
 */
export function withMemory(stored: Actions, own: MemoryWrites, isSame: boolean): Actions {
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

import type { QueueStore } from './queuePorts.ts';
import { isSamePayload, isUntouched, type StoredAction } from './storedAction.ts';
import type { WriteAheadLog } from './writeAheadLog.ts';

type Actions = readonly StoredAction[];

/** The writes of one reader while this tab has no database. */
export interface Held {
  /** The database that was lost; null when none was ever open. */
  lost: QueueStore | null;
  actions: Actions;
  /** All payloads of all writes that this tab has held, by id. What is no longer in `actions` was sent or discarded. */
  seen: Map<string, Set<unknown>>;
  /**
   * The payloads in the lost database, by id. It may come back in another page, and must not bring back writes that
   * were sent meanwhile.
   */
  inDatabase: ReadonlyMap<string, unknown>;
}

/** How many writes of the lost database go into the log at most: local storage also holds the sign-in. */
const mostLogged = 1_000;

export interface HeldWritesPorts {
  /** The reader's database and its writes as last seen; undefined when none was open. */
  lastSeen(userId: string): { store: QueueStore; actions: Actions } | undefined;
  writeAheadLog: WriteAheadLog;
  now(): number;
}

/** The writes that a tab without a database holds, by reader: in memory and in the write-ahead log. */
export class HeldWrites {
  readonly #ports: HeldWritesPorts;
  readonly #held = new Map<string, Held>();

  constructor(ports: HeldWritesPorts) {
    this.#ports = ports;
  }

  has(userId: string): boolean {
    return this.#held.has(userId);
  }

  get(userId: string): Held | undefined {
    return this.#held.get(userId);
  }

  readers(): string[] {
    return [...this.#held.keys()];
  }

  /** Holds the reader's writes from now on, beginning with those last seen in the database. */
  hold(userId: string): Held {
    const held = this.#held.get(userId);
    if (held) return held;
    const { store: lost = null, actions: before = [] } = this.#ports.lastSeen(userId) ?? {};
    const actions = before.map((action) => this.#maybeSent(action));
    const inDatabase = new Map(actions.map(({ id, payload }) => [id, payload]));
    const next: Held = { lost, actions, seen: new Map(), inDatabase };
    for (const { id, payload } of actions) next.seen.set(id, new Set([payload]));
    this.#held.set(userId, next);
    for (const action of actions.slice(-mostLogged)) this.#log(action);
    return next;
  }

  /** Begins again with the database as it is now: it was lost during a step that was completed. */
  holdAnew(userId: string): void {
    const before = this.#held.get(userId);
    this.#held.delete(userId);
    const { seen } = this.hold(userId);
    for (const id of before?.seen.keys() ?? []) if (!seen.has(id)) this.#ports.writeAheadLog.remove(id);
  }

  /** A step of the queue. */
  change(userId: string, decide: (actions: Actions) => Actions): Actions {
    const own = this.hold(userId);
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

  /** Ends holding: the writes are in the database. */
  release(userId: string): void {
    const seen = this.#held.get(userId)?.seen ?? new Map();
    this.#held.delete(userId);
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
      whole: this.#held.get(userId)?.inDatabase.get(id) !== payload,
      order: timestamp,
      clockOff,
    });
  }
}

/**
 * The list of the database with the held writes put back, beside those that other tabs have put there.
 * @param isSame whether it is the database that was lost, not a new one
 */
export function withHeld(stored: Actions, own: Held, isSame: boolean): Actions {
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

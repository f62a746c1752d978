/** A write that was asked for and may not be in the database yet. */
export interface LogEntry {
  id: string;
  type: string;
  payload: unknown;
  userId: string;
  /** Milliseconds from the clock by which it was made to the server's, when that was known. */
  clockOff?: number | undefined;
  /** It may have reached the server. */
  attempted?: boolean;
  /** It says what the database never had: of a queue that was in memory only. */
  whole?: boolean;
  /** With this payload nothing is to be sent any more: what a database that was away still has of it must go. */
  settled?: boolean;
  /** Id of the failed write whose place it takes. */
  insteadOf?: string;
  /** Which tab wrote it; the same after a reload. */
  tab: string;
  /** Milliseconds since 1970, by a clock that may be wrong. */
  at: number;
  /** Greater than that of all that any tab wrote before, by whatever clock. Absent in logs of earlier versions. */
  order?: number;
}

/**
 * A database takes some milliseconds, and a page that is being closed has none: nothing that it begins then is sure to
 * end. So each write stands here first, which is done when the call returns, and leaves when the database has it.
 */
export interface WriteAheadLog {
  /** This tab, as it stands in its entries. */
  readonly tab: string;
  /**
   * @param entry without an order it comes after all that was ever in the log
   * @param after moment of the newest write that is known here: without an order it comes after that, too
   * @returns its order
   */
  add(entry: Omit<LogEntry, 'tab' | 'at'>, after?: number): number;
  /** @param of the tab that has it there; without it this one */
  has(id: string, of?: string): boolean;
  /** Another tab has it in memory, or had when it was closed: it may send it as it has it. */
  isElsewhere(id: string): boolean;
  /** What other tabs have in memory, or had when they were closed. */
  ofOtherTabs(): readonly LogEntry[];
  /** @param of the tab that has left it; without it this one */
  remove(id: string, of?: string): void;
  /** What an earlier page left: this tab's own, and what no other tab can still be busy with. */
  leftBehind(): readonly LogEntry[];
}

/** Begins the key of each entry in local storage. Its id follows, and its tab, which earlier versions left out. */
export const logKeyPrefix = 'lectern.journal.';
const tabKey = 'lectern.tab';
/** Order of the newest write of all tabs: a logical clock, which no other clock turns back. */
const newestKey = 'lectern.newest_write';
/** Milliseconds after which a write of another tab is taken for abandoned. */
const abandoned = 10_000;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * @param local shared by the tabs
 * @param session of this tab, kept over a reload
 */
export function createWriteAheadLog(
  local: Store,
  session: Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number,
): WriteAheadLog {
  const tab = session.getItem(tabKey) ?? crypto.randomUUID();
  session.setItem(tabKey, tab);
  const mine = new Set<string>();
  const keyOf = (id: string, of = tab): string => `${logKeyPrefix}${id}.${of}`;
  const oldKeyOf = (id: string): string => logKeyPrefix + id;

  function read(key: string): LogEntry | null {
    try {
      const entry: unknown = JSON.parse(local.getItem(key) ?? 'null');
      return isEntry(entry) && [keyOf(entry.id, entry.tab), oldKeyOf(entry.id)].includes(key) ? entry : null;
    } catch {
      return null;
    }
  }

  function all(begin = logKeyPrefix): LogEntry[] {
    const keys = Array.from({ length: local.length }, (_, index) => local.key(index) ?? '');
    return keys.filter((key) => key.startsWith(begin)).flatMap((key) => read(key) ?? []);
  }

  function newestOrder(): number {
    const newest = Number(local.getItem(newestKey));
    return Number.isSafeInteger(newest + 1) ? newest : 0;
  }

  return {
    tab,
    add(entry, after = 0) {
      mine.add(entry.id);
      const newest = newestOrder();
      const order = entry.order ?? Math.max(now(), after + 1, newest + 1);
      try {
        if (order > newest) local.setItem(newestKey, String(order));
        const logged: LogEntry = { ...entry, tab, at: now(), order };
        local.setItem(keyOf(entry.id), JSON.stringify(logged));
      } catch {
        // No room: the database, which may have some, is what counts.
      }
      return order;
    },
    has: (id, of = tab) => read(keyOf(id, of)) !== null || read(oldKeyOf(id))?.tab === of,
    isElsewhere: (id) => all(oldKeyOf(id)).some((entry) => entry.id === id && entry.tab !== tab),
    ofOtherTabs: () => all().filter((entry) => entry.tab !== tab),
    remove(id, of = tab) {
      if (of === tab) mine.delete(id);
      local.removeItem(keyOf(id, of));
      if (read(oldKeyOf(id))?.tab === of) local.removeItem(oldKeyOf(id));
    },
    leftBehind() {
      // A time far ahead is of a clock that has been turned back since.
      const isAbandoned = (entry: LogEntry) => Math.abs(now() - entry.at) > abandoned;
      const left = all().filter((entry) => (entry.tab === tab ? !mine.has(entry.id) : isAbandoned(entry)));
      return (
        left
          // Another tab may only look closed: what it has in memory it may still send.
          .map((entry) => (entry.tab === tab ? entry : { ...entry, attempted: true }))
          .toSorted((a, b) => settledFirst(a, b) || orderOf(a) - orderOf(b))
      );
    },
  };
}

/** Whatever else was written under such a key is no write, and never reaches the queue. */
function isEntry(value: unknown): value is LogEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, userId, tab, at, order } = value as Partial<Record<keyof LogEntry, unknown>>;
  return (
    [id, type, userId, tab].every((text) => typeof text === 'string' && text !== '') &&
    Number.isFinite(at) &&
    (order === undefined || Number.isSafeInteger(order))
  );
}

/** What was replaced is removed first: what came after it must not become part of it, and go with it. */
const settledFirst = (a: LogEntry, b: LogEntry): number =>
  Number(b.settled === true) - Number(a.settled === true);

const orderOf = ({ order, at }: LogEntry): number => order ?? at;

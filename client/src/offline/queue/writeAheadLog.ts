/** A write that may not be in the database yet. */
export interface LogEntry {
  id: string;
  type: string;
  payload: unknown;
  userId: string;
  /** Difference from the device's clock to the server's when it was made, in milliseconds, if known. */
  clockOff?: number | undefined;
  /** It may have reached the server. */
  attempted?: boolean;
  /** The database never had this version: the queue was only in memory. */
  whole?: boolean;
  /** It was sent or discarded with this payload: a database that was away and still has it must remove it. */
  settled?: boolean;
  /** Id of the failed write that it replaces. */
  insteadOf?: string;
  /** The tab that wrote it; the same after a reload. */
  tab: string;
  /** Milliseconds since 1970, by a clock that may be wrong. */
  at: number;
  /** Greater than that of every earlier write of any tab, whatever the clocks say. */
  order: number;
}

/**
 * A step of the database takes some milliseconds, which a page that is being closed may not have. So each write is
 * logged here first, synchronously, and removed when the database has it.
 */
export type WriteAheadLog = ReturnType<typeof createWriteAheadLog>;

/** Prefix of the keys in local storage. The id follows, then the tab. */
export const logKeyPrefix = 'lectern.journal.';
const tabKey = 'lectern.tab';
/** Order of the newest write of all tabs: a logical clock, which no other clock turns back. */
const newestKey = 'lectern.newest_write';
/** Milliseconds after which an entry of another tab counts as abandoned. */
const abandonedAfterMs = 10_000;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * @param local shared by the tabs
 * @param session of this tab, kept over a reload
 */
export function createWriteAheadLog(
  local: Store,
  session: Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number,
) {
  const tab = session.getItem(tabKey) ?? crypto.randomUUID();
  session.setItem(tabKey, tab);
  const mine = new Set<string>();
  const keyOf = (id: string, ofTab = tab): string => `${logKeyPrefix}${id}.${ofTab}`;

  function read(key: string): LogEntry | null {
    try {
      const entry: unknown = JSON.parse(local.getItem(key) ?? 'null');
      return isEntry(entry) && keyOf(entry.id, entry.tab) === key ? entry : null;
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
    /** Id of this tab in its entries. */
    tab,
    /**
     * @param entry without an order it comes after everything that was ever in the log
     * @param after timestamp of the newest write that this tab knows: without an order it comes after that, too
     * @returns its order
     */
    add(entry: Omit<LogEntry, 'tab' | 'at' | 'order'> & { order?: number }, after = 0) {
      mine.add(entry.id);
      const newest = newestOrder();
      const order = entry.order ?? Math.max(now(), after + 1, newest + 1);
      try {
        if (order > newest) local.setItem(newestKey, String(order));
        const logged: LogEntry = { ...entry, tab, at: now(), order };
        local.setItem(keyOf(entry.id), JSON.stringify(logged));
      } catch {
        // No room here; the database may have some.
      }
      return order;
    },
    /** @param ofTab the tab that wrote it; by default this one */
    has: (id: string, ofTab = tab) => read(keyOf(id, ofTab)) !== null,
    /** Another tab has it in memory, or had it when it was closed, and may send its own version. */
    isElsewhere: (id: string) => all(logKeyPrefix + id).some((entry) => entry.id === id && entry.tab !== tab),
    /** Entries of other tabs: what they have in memory, or had when they were closed. */
    ofOtherTabs: () => all().filter((entry) => entry.tab !== tab),
    /** @param ofTab the tab that wrote it; by default this one */
    remove(id: string, ofTab = tab) {
      if (ofTab === tab) mine.delete(id);
      local.removeItem(keyOf(id, ofTab));
    },
    /** Entries that earlier pages left: this tab's own, and those that no other tab can still be working on. */
    leftBehind() {
      // A time in the future was written before the clock was turned back.
      const isAbandoned = (entry: LogEntry) => Math.abs(now() - entry.at) > abandonedAfterMs;
      const leftEntries = all().filter((entry) =>
        entry.tab === tab ? !mine.has(entry.id) : isAbandoned(entry),
      );
      return (
        leftEntries
          // Another tab may only look closed, and may still send what it has in memory.
          .map((entry) => (entry.tab === tab ? entry : { ...entry, attempted: true }))
          .toSorted((a, b) => settledFirst(a, b) || a.order - b.order)
      );
    },
  };
}

/** Anything else under such a key is not a write, and never reaches the queue. */
function isEntry(value: unknown): value is LogEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, userId, tab, at, order } = value as Partial<Record<keyof LogEntry, unknown>>;
  return (
    [id, type, userId, tab].every((text) => typeof text === 'string' && text !== '') &&
    Number.isFinite(at) &&
    Number.isSafeInteger(order)
  );
}

/** Settled writes are removed first, so that no later write is combined with one of them and removed with it. */
const settledFirst = (a: LogEntry, b: LogEntry): number =>
  Number(b.settled === true) - Number(a.settled === true);

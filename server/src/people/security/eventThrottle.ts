const windowMilliseconds = 10 * 60_000;
/** Events of one kind per window: of one account in one network, of one network, and in total. */
const maxPerAccount = 20;
const maxPerNetwork = 100;
const maxPerKind = 600;
/** Networks counted separately in one window. */
const maxNetworks = 10_000;

/** Network and account of an event. */
interface EventOrigin {
  network: string;
  /** Empty for events that strangers can cause for any account. */
  account: string;
}

/** Number of events of one kind and network that were not written. */
export interface SuppressedEvents<Kind extends string> {
  kind: Kind;
  /** Empty when there were many networks. */
  network: string;
  count: number;
}

export interface EventThrottle<Kind extends string> {
  /** Whether to write this event; otherwise it is counted. */
  admit(kind: Kind, origin: EventOrigin, now: Date): boolean;
  /** Returns and clears the counts of windows that have ended, or of all. */
  drain(now: Date, all?: boolean): SuppressedEvents<Kind>[];
}

/**
 * Limits events of one kind in ten minutes to 20 per account, 100 per network and 600 in total. Others are only
 * counted, so that a flood makes one line instead of a million. Uses at most some megabytes of memory.
 */
export function eventThrottle<Kind extends string>(): EventThrottle<Kind> {
  let windowEnd = 0;
  let written = new Map<string, number>();
  let suppressed = new Map<string, SuppressedEvents<Kind>>();
  let drained: SuppressedEvents<Kind>[] = [];

  function startWindow(now: Date): void {
    if (now.getTime() < windowEnd) return;
    drained.push(...suppressed.values());
    windowEnd = now.getTime() + windowMilliseconds;
    written = new Map();
    suppressed = new Map();
  }

  function suppress(kind: Kind, network: string): void {
    const own = `${kind}\n${network}`;
    const key = suppressed.has(own) || suppressed.size < maxNetworks ? own : kind;
    const entry = suppressed.get(key) ?? { kind, network: key === own ? network : '', count: 0 };
    entry.count++;
    suppressed.set(key, entry);
  }

  return {
    admit(kind, { network, account }, now) {
      startWindow(now);
      const counters = [
        { key: kind as string, most: maxPerKind },
        { key: `${kind}\n${network}`, most: maxPerNetwork },
        { key: `${kind}\n${network}\n${account}`, most: maxPerAccount },
      ];
      const full = counters.find(({ key, most }) => (written.get(key) ?? 0) >= most);
      if (full) {
        suppress(kind, full.key === kind ? '' : network);
        return false;
      }
      for (const { key } of counters) written.set(key, (written.get(key) ?? 0) + 1);
      return true;
    },
    drain(now, all = false) {
      if (all) windowEnd = 0;
      startWindow(now);
      const done = drained;
      drained = [];
      return done;
    },
  };
}

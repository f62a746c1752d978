const windowMilliseconds = 10 * 60_000;
/** In one window and of one kind: of one account in one network, of all of a network, and of all networks. */
const mostOfAccount = 20;
const mostOfNetwork = 100;
const mostOfKind = 600;
/** Networks that are counted apart in one window. */
const mostNetworks = 10_000;

/** Where an event came from, and whose it is. */
interface EventOrigin {
  network: string;
  /** Empty where no account is to be told from others: of what strangers can cause. */
  account: string;
}

/** Events of one kind and network that were only counted. */
export interface SuppressedEvents<Kind extends string> {
  kind: Kind;
  /** Empty when there were many networks. */
  network: string;
  count: number;
}

export interface EventThrottle<Kind extends string> {
  /** Whether this event is to be written. Else it has been counted. */
  admit(kind: Kind, origin: EventOrigin, now: Date): boolean;
  /** What was only counted in windows that have ended, or in all of them; it is then forgotten. */
  drain(now: Date, all?: boolean): SuppressedEvents<Kind>[];
}

/**
 * Lets through, in ten minutes and of one kind, the first 20 events of an account, 100 of a network and 600 of all; the
 * others are counted, so that a flood makes one line and not a million. It takes at most some megabytes of memory.
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
    const key = suppressed.has(own) || suppressed.size < mostNetworks ? own : kind;
    const entry = suppressed.get(key) ?? { kind, network: key === own ? network : '', count: 0 };
    entry.count++;
    suppressed.set(key, entry);
  }

  return {
    admit(kind, { network, account }, now) {
      startWindow(now);
      const counters = [
        { key: kind as string, most: mostOfKind },
        { key: `${kind}\n${network}`, most: mostOfNetwork },
        { key: `${kind}\n${network}\n${account}`, most: mostOfAccount },
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

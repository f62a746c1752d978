const windowMilliseconds = 10 * 60_000;
/** In one window: from one source and of one kind; and of one kind from all sources together. */
const mostOfSource = 20;
const mostOfKind = 600;
/** Sources that are counted apart in one window. */
const mostSources = 10_000;

/** Events of one kind and source that were only counted. */
export interface SuppressedEvents<Kind extends string> {
  kind: Kind;
  /** Of the source; empty when there were many sources. */
  source: string;
  count: number;
}

export interface EventThrottle<Kind extends string> {
  /** Whether this event is to be written. Else it has been counted. */
  admit(kind: Kind, source: string, now: Date): boolean;
  /** What was only counted in windows that have ended, or in all of them; it is then forgotten. */
  drain(now: Date, all?: boolean): SuppressedEvents<Kind>[];
}

/**
 * Lets the first 20 events of a kind and source in ten minutes through, and 600 of a kind from all sources; the others
 * are counted, so that a flood makes one line and not a million. It takes at most some megabytes of memory.
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

  function suppress(kind: Kind, source: string): void {
    const own = `${kind}\n${source}`;
    const key = suppressed.has(own) || suppressed.size < mostSources ? own : kind;
    const entry = suppressed.get(key) ?? { kind, source: key === own ? source : '', count: 0 };
    entry.count++;
    suppressed.set(key, entry);
  }

  return {
    admit(kind, source, now) {
      startWindow(now);
      const own = `${kind}\n${source}`;
      const [ofSource, ofKind] = [written.get(own) ?? 0, written.get(kind) ?? 0];
      if (ofSource >= mostOfSource || ofKind >= mostOfKind) {
        suppress(kind, ofKind >= mostOfKind ? '' : source);
        return false;
      }
      written.set(own, ofSource + 1);
      written.set(kind, ofKind + 1);
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

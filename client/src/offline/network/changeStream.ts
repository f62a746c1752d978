import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';

/** Milliseconds until a stream that has ended is opened again: doubled with each stream that did not last. */
const reopenPauses = { first: 2_000, longest: 120_000 };
/** A stream that has lasted this long has worked. */
const minLifetimeMs = 60_000;

export interface ChangeStreamPorts {
  /** Opens the stream; resolves when it or the signal ends. */
  open(onEvent: (revisions: Partial<Revisions>) => void, signal: AbortSignal): Promise<void>;
  mayListen(): boolean;
  /** @param isFirst the first event of a stream has all revisions, the others those that were raised */
  onEvent(revisions: Partial<Revisions>, isFirst: boolean): void;
  /** A stream that had delivered events has ended. */
  onLost(): void;
  /** 0..1 */
  random(): number;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

export interface ChangeStream {
  isOpen(): boolean;
  /** Whether the open stream has delivered an event. */
  works(): boolean;
  /** Opens a stream after so many milliseconds, unless there is one. */
  listenLater(wait: number): void;
  stop(): void;
}

/** The server's event stream, opened again with backoff when it ends. */
export function createChangeStream(ports: ChangeStreamPorts): ChangeStream {
  let stream: { abort: AbortController; works: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Streams in a row that did not last. */
  let failures = 0;

  function listenLater(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => runInBackground(listen()), wait);
  }

  async function listen(): Promise<void> {
    if (stream !== null || !ports.mayListen()) return;
    const own = { abort: new AbortController(), works: false };
    stream = own;
    const openedAt = ports.now();
    const onEvent = (revisions: Partial<Revisions>): void => {
      if (stream !== own) return;
      const isFirst = !own.works;
      own.works = true;
      ports.onEvent(revisions, isFirst);
    };
    await ports.open(onEvent, own.abort.signal).catch(() => undefined);
    if (stream !== own) return;
    stream = null;
    failures = ports.now() - openedAt >= minLifetimeMs ? 0 : failures + 1;
    const pause = Math.min(reopenPauses.longest, reopenPauses.first * 2 ** failures);
    listenLater(pause * (0.5 + ports.random() / 2));
    if (own.works) ports.onLost();
  }

  return {
    isOpen: () => stream !== null,
    works: () => stream?.works === true,
    listenLater,
    stop() {
      clearTimeout(timer);
      const ended = stream;
      stream = null;
      ended?.abort.abort();
    },
  };
}

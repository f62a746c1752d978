import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';

/** Milliseconds between two polls: a random value in this range, so that many pages do not poll at once. */
const pause = { shortest: 25_000, longest: 30_000 };
/** A page that becomes visible again within this time, in milliseconds, does not poll again. */
const minPauseMs = 5_000;

export interface ChangePollingPorts {
  poll(): Promise<void>;
  mayPoll(): boolean;
  /** Whether to repeat polls: not while events arrive by a stream. */
  isNeeded(): boolean;
  /** 0..1 */
  random(): number;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

export interface ChangePolling {
  /** Polls, unless a request is pending. */
  pollNow(): void;
  pollLater(): void;
  /** Polls now; later if it has just polled, or while a stream delivers events. */
  pollSoon(): void;
  stop(): void;
}

/** Polls for changes every half a minute while there is no stream. */
export function createChangePolling(ports: ChangePollingPorts): ChangePolling {
  let isPolling = false;
  let polledAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function poll(): Promise<void> {
    if (isPolling || !ports.mayPoll()) return;
    isPolling = true;
    polledAt = ports.now();
    pollLater();
    await ports.poll().finally(() => {
      isPolling = false;
    });
  }

  function pollLater(): void {
    stop();
    if (!ports.mayPoll() || !ports.isNeeded()) return;
    timer = setTimeout(pollNow, pause.shortest + ports.random() * (pause.longest - pause.shortest));
  }

  function pollNow(): void {
    runInBackground(poll());
  }

  function stop(): void {
    clearTimeout(timer);
  }

  return {
    pollNow,
    pollLater,
    pollSoon() {
      if (ports.now() - polledAt < minPauseMs || !ports.isNeeded()) pollLater();
      else pollNow();
    },
    stop,
  };
}

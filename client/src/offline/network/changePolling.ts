import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';

/** Milliseconds between two questions: a random value in this range, so that many pages do not ask together. */
const pause = { shortest: 25_000, longest: 30_000 };
/** A page that becomes visible again within this time, in milliseconds, does not ask again. */
const justAsked = 5_000;

export interface ChangePollingPorts {
  ask(): Promise<void>;
  mayAsk(): boolean;
  /** Whether questions repeat: not while events arrive by a stream. */
  isNeeded(): boolean;
  /** 0..1 */
  random(): number;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

export interface ChangePolling {
  /** Asks, unless a question is on its way. */
  askNow(): void;
  askLater(): void;
  /** Asks now, or later where it has just asked or a stream tells anyway. */
  askSoon(): void;
  stop(): void;
}

/** Asks for changes every half a minute while there is no stream. */
export function createChangePolling(ports: ChangePollingPorts): ChangePolling {
  let asking = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    if (asking || !ports.mayAsk()) return;
    asking = true;
    askedAt = ports.now();
    askLater();
    await ports.ask().finally(() => {
      asking = false;
    });
  }

  function askLater(): void {
    stop();
    if (!ports.mayAsk() || !ports.isNeeded()) return;
    timer = setTimeout(askNow, pause.shortest + ports.random() * (pause.longest - pause.shortest));
  }

  function askNow(): void {
    runInBackground(ask());
  }

  function stop(): void {
    clearTimeout(timer);
  }

  return {
    askNow,
    askLater,
    askSoon() {
      if (ports.now() - askedAt < justAsked || !ports.isNeeded()) askLater();
      else askNow();
    },
    stop,
  };
}

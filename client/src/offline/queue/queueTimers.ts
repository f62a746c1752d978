import { limits } from '../common/limits.ts';
import type { QueuePorts } from './queuePorts.ts';

export interface TimerPorts extends Pick<QueuePorts, 'network'> {
  page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
  now(): number;
  flush(): void;
  reload(): void;
  makeDue(): void;
}

type Timer = ReturnType<typeof setTimeout>;

/** When the queue sends automatically: every 30 s, when the tab is shown, the network is back, or a pause ends. */
export class QueueTimers {
  readonly #ports: TimerPorts;
  #isRunning = false;
  #wake: Timer | undefined;
  #completed: Timer | undefined;

  constructor(ports: TimerPorts) {
    this.#ports = ports;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** @returns a function that stops everything */
  start(): () => void {
    const { page, network, flush, reload, makeDue } = this.#ports;
    const isVisible = (): boolean => page.visibilityState === 'visible';
    const onVisibility = (): void => {
      if (isVisible()) flush();
    };
    this.#isRunning = true;
    page.addEventListener('visibilitychange', onVisibility);
    const flushing = setInterval(flush, limits.queueInterval);
    const reloading = setInterval(() => {
      if (isVisible()) reload();
    }, limits.indicatorRefresh);
    const unsubscribe = network.state.subscribe(() => {
      if (network.state.get() === 'online') makeDue();
    });
    return () => {
      this.#isRunning = false;
      unsubscribe();
      page.removeEventListener('visibilitychange', onVisibility);
      for (const timer of [flushing, reloading, this.#wake, this.#completed]) clearTimeout(timer);
    };
  }

  /** @param moment when to flush next, in milliseconds since 1970; null for no particular moment */
  wakeAt(moment: number | null): void {
    clearTimeout(this.#wake);
    if (moment === null) return;
    // Longer pauses are covered by the interval of 30 s.
    const wait = Math.min(limits.queueInterval, Math.max(0, moment - this.#ports.now()));
    this.#wake = setTimeout(this.#ports.flush, wait);
  }

  /** Calls `work` once the reader has had time to see that everything was sent. */
  afterCompleted(work: () => void): void {
    clearTimeout(this.#completed);
    this.#completed = setTimeout(work, limits.indicatorRefresh);
  }
}

import type { MoveCause } from '../renderer.ts';

/** Milliseconds after a jump or a new layout in which scroll events are not the reader's, unless the reader acts. */
const ownScrollMs = 500;
const reportMs = 120;

/** Tells the reader's scrolling from that of a jump or a new layout, and reports it some times a second. */
export class ScrollReports {
  readonly #report: (cause: MoveCause) => unknown;
  readonly #whileScrolling: boolean;
  #ignoredUntil = 0;
  #actedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cause: MoveCause = 'turn';

  /** @param whileScrolling false reports only when scrolling pauses */
  constructor(report: (cause: MoveCause) => unknown, { whileScrolling }: { whileScrolling: boolean }) {
    this.#report = report;
    this.#whileScrolling = whileScrolling;
  }

  /** The scroll events of a jump or a new layout follow. Those of a reader who has just acted may follow, too. */
  ignore(): void {
    if (performance.now() - this.#actedAt < ownScrollMs) return;
    this.#ignoredUntil = performance.now() + ownScrollMs;
  }

  /** The reader uses a wheel, a finger, a key or the scroll bar, so that scroll events are the reader's. */
  readerActs(): void {
    this.#actedAt = performance.now();
    this.#ignoredUntil = 0;
  }

  /** @returns whether the reader has scrolled */
  scrolled(): boolean {
    if (performance.now() < this.#ignoredUntil) return false;
    this.soon('turn');
    return true;
  }

  /** Reports the position in a moment. A jump takes precedence over scrolling. */
  soon(cause: MoveCause): void {
    if (this.#timer !== undefined && this.#whileScrolling && cause !== 'jump') return;
    clearTimeout(this.#timer);
    this.#cause = cause;
    this.#timer = setTimeout(() => this.flush(), reportMs);
  }

  /** Reports now what would be reported in a moment. */
  flush(): void {
    if (this.#timer === undefined) return;
    this.cancel();
    this.#report(this.#cause);
  }

  /** Reports nothing of what was scrolled. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

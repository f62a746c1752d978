import type { Progress } from '@lectern/shared-contracts/api/books.ts';
import type { MoveCause, Place } from '../engine/renderer.ts';

export interface ProgressSaverOptions {
  save(progress: Progress): void;
  /** Pages read, one or more. */
  credit(pages: number): void;
  device: string;
  now(): Date;
  /** Throttle in milliseconds: the first change is saved at once, later ones are batched. */
  interval?: number;
}

/** Maximum step of a page turn; larger ones are jumps and count no pages. */
const widestTurn = 40;

/**
 * Saves the reading position. Nothing is saved before the reader has moved: a book that is only opened,
 * maybe with old progress on a device that was offline, must not overwrite another device's. Pages count as read
 * when they are turned forward for the first time since the last jump.
 */
export class ProgressSaver {
  readonly #options: ProgressSaverOptions;
  #waiting: Progress | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #furthest: number | null = null;

  constructor(options: ProgressSaverOptions) {
    this.#options = options;
  }

  /** Whether the reader has moved since the book was opened. */
  #hasMoved = false;

  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  moved(place: Place, cause: MoveCause): void {
    if (this.#furthest === null) {
      this.#furthest = place.page;
      return;
    }
    if (cause === 'layout') return;
    this.#hasMoved = true;
    this.#count(place.page, cause);
    this.#waiting = {
      current_page: place.page,
      total_pages: place.totalPages,
      percentage: place.percentage,
      updated_at: this.#options.now().toISOString(),
      position: place.locator,
      ...(this.#options.device ? { device: this.#options.device } : {}),
    };
    if (this.#timer === undefined) this.flush();
  }

  /** Resets to a position of another device that is shown now. */
  restart(): void {
    this.#furthest = null;
    this.#hasMoved = false;
    this.#waiting = null;
  }

  /** Saves pending changes now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === null) return;
    const progress = this.#waiting;
    this.#waiting = null;
    this.#timer = setTimeout(() => this.flush(), this.#options.interval ?? 400);
    this.#options.save(progress);
  }

  /** Saves pending changes and stops timers. */
  close(): void {
    this.flush();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #count(page: number, cause: MoveCause): void {
    const increase = page - (this.#furthest ?? page);
    if (cause === 'jump' || increase > widestTurn) {
      this.#furthest = page;
      return;
    }
    if (increase <= 0) return;
    this.#furthest = page;
    this.#options.credit(increase);
  }
}

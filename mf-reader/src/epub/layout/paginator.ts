/**
 * A chapter divided into screens, as columns or as scrolled flow. Screens are counted
 * from zero in reading order, in any writing direction.
 */
export interface Paginator {
  /** Whether the browser's scroll anchoring keeps the position, so that nothing is to be done after a layout change. */
  readonly keepsPlace?: boolean;
  readonly count: number;
  readonly index: number;
  /** At the end. */
  readonly atEnd: boolean;
  readonly atStart: boolean;
  /** Measures again after a layout change, keeping the screen if possible. */
  measure(): void;
  /** Goes to a screen; those beyond the ends give the first or last. */
  show(index: number, animate?: boolean): void;
  showEnd(): void;
  /** Shows the screen with a box, in the frame's coordinates. */
  reveal(box: DOMRect): void;
  /**
   * Snaps to the screen that something else has scrolled to, such as a screen reader.
   * @returns false when it is unchanged
   */
  follow(): boolean;
  /** Whether a box is on a screen before the current one (plus `screensOn`). */
  isBefore(box: DOMRect, screensOn?: number): boolean;
}

/** Tolerance in pixels around a screen. */
const tolerance = 4;

/** The screen at a scroll offset. Between two screens, the one scrolled towards. */
export function screenAt(offset: number, current: number, step: number): number {
  if (Math.abs(offset - current * step) <= tolerance) return current;
  return offset > current * step
    ? Math.ceil((offset - tolerance) / step)
    : Math.floor((offset + tolerance) / step);
}

/** Tolerance for rounding, so that it adds no empty screen. */
export const slack = 4;

/** Paginator of a chapter in screens of one length, to which its root is scrolled. */
export abstract class Screens implements Paginator {
  protected readonly root: HTMLElement;
  protected readonly body: HTMLElement;
  /** Length of a screen in CSS pixels. */
  protected readonly step: number;
  #count = 1;
  #index = 0;

  constructor({ documentElement, body }: Document, step: number) {
    this.root = documentElement;
    this.body = body;
    this.step = step;
  }

  abstract measure(): void;

  /** How far the root is scrolled, in reading direction. */
  protected abstract get scrolled(): number;

  protected abstract scrollTo(distance: number, animate: boolean): void;

  /** The screen with a box, in the frame's coordinates. */
  protected abstract screenOf(box: DOMRect): number;

  get count(): number {
    return this.#count;
  }

  get index(): number {
    return this.#index;
  }

  get atStart(): boolean {
    return this.#index <= 0;
  }

  get atEnd(): boolean {
    return this.#index >= this.#count - 1;
  }

  /** @param length of the whole chapter in CSS pixels */
  protected divide(length: number): void {
    this.#count = Math.max(1, Math.ceil((length - slack) / this.step));
    this.root.style.setProperty('--lectern-screens', String(this.#count));
  }

  show(index: number, animate = false): void {
    this.#index = Math.min(this.#count - 1, Math.max(0, index));
    this.scrollTo(this.#index * this.step, animate);
  }

  showEnd(): void {
    this.show(this.#count - 1);
  }

  reveal(box: DOMRect): void {
    this.show(this.screenOf(box));
  }

  isBefore(box: DOMRect, screensOn = 0): boolean {
    return this.screenOf(box) < this.#index + screensOn;
  }

  follow(): boolean {
    const screen = screenAt(this.scrolled, this.#index, this.step);
    if (screen === this.#index) return false;
    this.show(screen);
    return true;
  }
}

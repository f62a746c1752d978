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

/**
 * A chapter divided into screens. Two ways to do it: columns to turn over, and one long sheet to scroll. Both count
 * from zero in the order of reading, whatever the direction of the writing.
 */
export interface Paginator {
  readonly count: number;
  readonly index: number;
  /** Scrolled or turned to the very end. */
  readonly atEnd: boolean;
  readonly atStart: boolean;
  /** Measures anew, after the text has got another size. Stays at the same screen where it can. */
  measure(): void;
  /** Goes to a screen; those beyond the ends give the first or last. */
  show(index: number, animate?: boolean): void;
  showEnd(): void;
  /** Brings a box, in the coordinates of the frame's window, onto the screen. */
  reveal(box: DOMRect): void;
  /** Whether a box lies on a screen before the one shown (or before one that many screens on). */
  isBefore(box: DOMRect, screensOn?: number): boolean;
}

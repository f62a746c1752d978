import type { Paginator } from './paginator.ts';

/** Overlap in CSS pixels between two screens. */
export const overlap = 48;

/** Where a chapter is in what is scrolled. All lengths are in CSS pixels. */
export interface ScrolledPlace {
  readonly scroller: Element;
  /** Where it begins. */
  start(): number;
  length(): number;
  /** Where a height in the coordinates of its frame is. */
  at(y: number): number;
  /** Lays it out after a change. */
  fit?(): void;
}

/** Paginator of a scrolled chapter: alone, or in a strip with its neighbors. */
export class Scroll implements Paginator {
  readonly keepsPlace = true;
  readonly #place: ScrolledPlace;

  constructor(place: ScrolledPlace) {
    this.#place = place;
    this.measure();
  }

  get #screen(): number {
    return Math.max(1, this.#place.scroller.clientHeight - overlap);
  }

  get #scrolled(): number {
    return this.#place.scroller.scrollTop;
  }

  get count(): number {
    return Math.max(1, Math.ceil((this.#place.length() - overlap) / this.#screen));
  }

  get index(): number {
    const index = Math.round((this.#scrolled - this.#place.start()) / this.#screen);
    return Math.min(this.count - 1, Math.max(0, index));
  }

  get atStart(): boolean {
    return this.#scrolled <= this.#place.start() + 1;
  }

  get atEnd(): boolean {
    const { scroller, start, length } = this.#place;
    return this.#scrolled + scroller.clientHeight >= start() + length() - 2;
  }

  measure(): void {
    this.#place.fit?.();
  }

  /** @param animate for a turn, which is by a whole screen from wherever the reader is */
  show(index: number, animate = false): void {
    const top = animate
      ? this.#scrolled + (index - this.index) * this.#screen
      : this.#place.start() + index * this.#screen;
    this.#place.scroller.scrollTo({ top, behavior: animate ? 'smooth' : 'instant' });
  }

  showEnd(): void {
    const { scroller, start, length } = this.#place;
    scroller.scrollTo({ top: start() + length() - scroller.clientHeight, behavior: 'instant' });
  }

  follow(): boolean {
    return true;
  }

  reveal(box: DOMRect): void {
    this.#place.scroller.scrollTo({ top: this.#place.at(box.top) - overlap, behavior: 'instant' });
  }

  isBefore(box: DOMRect, screensOn = 0): boolean {
    const { scroller, at } = this.#place;
    return at(box.bottom) - this.#scrolled <= overlap / 2 + screensOn * scroller.clientHeight;
  }
}

/** The paginator of a chapter that scrolls in its own frame. */
export function scrollAlone({ documentElement: scroller }: Document): Scroll {
  return new Scroll({
    scroller,
    start: () => 0,
    length: () => scroller.scrollHeight,
    at: (y) => y + scroller.scrollTop,
  });
}

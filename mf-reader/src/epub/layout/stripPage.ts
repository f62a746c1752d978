import type { Paginator } from './paginator.ts';

/** Overlap in CSS pixels between two screens. */
export const overlap = 48;

/** The slot of a chapter in a strip. */
export interface StripPlace {
  /** The scroll container. */
  readonly scroller: HTMLElement;
  /** The element that contains the chapter. */
  readonly slot: HTMLElement;
  /** Scale of the chapter. */
  scale(): number;
  /** Resizes the slot to the chapter. */
  fit(): void;
}

/** Paginator of a chapter in a strip, which scrolls together with its neighbors. */
export class StripPage implements Paginator {
  readonly keepsPlace = true;
  readonly #place: StripPlace;

  constructor(place: StripPlace) {
    this.#place = place;
    this.measure();
  }

  get #top(): number {
    return this.#place.slot.offsetTop;
  }

  get #height(): number {
    return this.#place.slot.offsetHeight;
  }

  get #screen(): number {
    return Math.max(1, this.#place.scroller.clientHeight - overlap);
  }

  get #scrolled(): number {
    return this.#place.scroller.scrollTop;
  }

  get count(): number {
    return Math.max(1, Math.ceil((this.#height - overlap) / this.#screen));
  }

  get index(): number {
    const index = Math.round((this.#scrolled - this.#top) / this.#screen);
    return Math.min(this.count - 1, Math.max(0, index));
  }

  get atStart(): boolean {
    return this.#scrolled <= this.#top + 1;
  }

  get atEnd(): boolean {
    return this.#scrolled + this.#place.scroller.clientHeight >= this.#top + this.#height - 2;
  }

  measure(): void {
    this.#place.fit();
  }

  show(index: number): void {
    this.#scrollTo(this.#top + index * this.#screen);
  }

  showEnd(): void {
    this.#scrollTo(this.#top + this.#height - this.#place.scroller.clientHeight);
  }

  follow(): boolean {
    return true;
  }

  reveal(box: DOMRect): void {
    this.#scrollTo(this.#top + box.top * this.#place.scale() - overlap);
  }

  isBefore(box: DOMRect, screensOn = 0): boolean {
    const { scroller, scale } = this.#place;
    const bottom = this.#top + box.bottom * scale();
    return bottom - this.#scrolled <= overlap / 2 + screensOn * scroller.clientHeight;
  }

  #scrollTo(top: number): void {
    this.#place.scroller.scrollTo({ top, behavior: 'instant' });
  }
}

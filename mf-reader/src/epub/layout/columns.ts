import { divideBoxes } from './divideBoxes.ts';
import type { Geometry } from './geometry.ts';
import { type Paginator, screenAt } from './paginator.ts';

/** Tolerance for rounding, so that it adds no empty screen. */
const slack = 4;
const turnTime = 180;

/** Paginator with CSS columns, scrolled by screens. */
export class Columns implements Paginator {
  readonly #document: Document;
  readonly #step: number;
  readonly #columns: number;
  readonly #rtl: boolean;
  readonly #sided: boolean;
  /** One column in the middle of each screen. */
  readonly #centered: boolean;
  #count = 1;
  #index = 0;
  #animation = 0;
  #dragged = false;

  /** @param place alignment declared by the package; null for none */
  constructor(
    document: Document,
    { step, columns }: Geometry,
    place: 'left' | 'right' | 'center' | null = null,
  ) {
    this.#document = document;
    const side = place === 'center' ? null : place;
    this.#sided = side !== null && columns === 2;
    document.documentElement.classList.toggle('lectern-centered', place === 'center' && columns === 2);
    this.#centered = place === 'center';
    this.#step = step;
    this.#columns = columns;
    this.#rtl = isRightToLeft(document);
    if (this.#rtl) document.documentElement.dir = 'rtl';
    const second = this.#rtl ? 'left' : 'right';
    document.documentElement.classList.toggle('lectern-second', this.#sided && side === second);
    this.measure();
  }

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

  measure(): void {
    const { body, documentElement } = this.#document;
    documentElement.classList.remove('lectern-alone');
    divideBoxes(this.#document);
    this.#count = Math.max(1, Math.ceil((body.scrollWidth - slack) / this.#step));
    documentElement.style.setProperty('--lectern-screens', String(this.#count));
    documentElement.classList.toggle('lectern-alone', this.#fillsOneColumn());
    this.show(this.#index);
  }

  show(index: number, animate = false): void {
    this.#index = Math.min(this.#count - 1, Math.max(0, index));
    this.#dragged = false;
    const target = this.#index * this.#step * (this.#rtl ? -1 : 1);
    cancelAnimationFrame(this.#animation);
    if (animate) this.#turn(target);
    else this.#document.documentElement.scrollTo({ left: target, top: 0, behavior: 'instant' });
  }

  showEnd(): void {
    this.show(this.#count - 1);
  }

  reveal(box: DOMRect): void {
    this.show(this.#screenOf(box));
  }

  isBefore(box: DOMRect, screensOn = 0): boolean {
    return this.#screenOf(box) < this.#index + screensOn;
  }

  follow(): boolean {
    const offset = Math.abs(this.#document.documentElement.scrollLeft);
    const screen = screenAt(offset, this.#index, this.#step);
    if (this.#dragged || screen === this.#index) return false;
    this.show(screen);
    return true;
  }

  /** Drags the page by this many pixels to the right. */
  drag(by: number): void {
    this.#dragged = true;
    cancelAnimationFrame(this.#animation);
    const rest = this.#index * this.#step * (this.#rtl ? -1 : 1);
    this.#document.documentElement.scrollTo({ left: rest - by, behavior: 'instant' });
  }

  /** A single column, such as a title page, is centered. */
  #fillsOneColumn(): boolean {
    if (this.#columns === 1 || this.#count > 1 || this.#sided || this.#centered) return false;
    const { body } = this.#document;
    const range = this.#document.createRange();
    range.selectNodeContents(body);
    const { left, right, width } = range.getBoundingClientRect();
    const middle = this.#step / 2 + this.#document.documentElement.getBoundingClientRect().left;
    return width > 0 && (this.#rtl ? left >= middle - slack : right <= middle + slack);
  }

  #screenOf(box: DOMRect): number {
    const scrolled = this.#document.documentElement.scrollLeft;
    const along = this.#rtl ? this.#step - box.right - scrolled : box.left + scrolled;
    return Math.floor((along + 1) / this.#step);
  }

  #turn(target: number): void {
    const root = this.#document.documentElement;
    const from = root.scrollLeft;
    const began = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, (now - began) / turnTime);
      root.scrollTo({ left: from + (target - from) * (1 - (1 - part) ** 3), behavior: 'instant' });
      if (part < 1) this.#animation = requestAnimationFrame(step);
    };
    this.#animation = requestAnimationFrame(step);
  }
}

function isRightToLeft(document: Document): boolean {
  return document.defaultView?.getComputedStyle(document.body).direction === 'rtl';
}

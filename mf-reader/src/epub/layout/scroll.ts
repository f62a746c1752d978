import type { Paginator } from './paginator.ts';

/** Overlap in CSS pixels between two screens. */
const overlap = 48;

/** Paginator for scrolled flow. */
export class Scroll implements Paginator {
  readonly keepsPlace = true;
  readonly #root: HTMLElement;

  constructor(document: Document) {
    this.#root = document.documentElement;
  }

  get #screen(): number {
    return Math.max(1, this.#root.clientHeight - overlap);
  }

  get #maxScrollTop(): number {
    return Math.max(0, this.#root.scrollHeight - this.#root.clientHeight);
  }

  get count(): number {
    return Math.ceil(this.#maxScrollTop / this.#screen) + 1;
  }

  get index(): number {
    return Math.round(this.#root.scrollTop / this.#screen);
  }

  get atStart(): boolean {
    return this.#root.scrollTop <= 1;
  }

  get atEnd(): boolean {
    return this.#root.scrollTop >= this.#maxScrollTop - 2;
  }

  measure(): void {
    // The browser tracks the scroll offset itself.
  }

  show(index: number, animate = false): void {
    const here = this.index;
    const target =
      index === here ? index * this.#screen : this.#root.scrollTop + (index - here) * this.#screen;
    this.#root.scrollTo({ top: target, behavior: animate ? 'smooth' : 'instant' });
  }

  showEnd(): void {
    this.#root.scrollTo({ top: this.#maxScrollTop, behavior: 'instant' });
  }

  follow(): boolean {
    return true;
  }

  reveal(box: DOMRect): void {
    this.#root.scrollTo({ top: box.top + this.#root.scrollTop - overlap, behavior: 'instant' });
  }

  isBefore(box: DOMRect, screensOn = 0): boolean {
    return box.bottom <= overlap / 2 + screensOn * this.#root.clientHeight;
  }
}

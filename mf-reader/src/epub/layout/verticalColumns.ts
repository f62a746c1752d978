import { divideBoxes } from './divideBoxes.ts';
import type { Geometry } from './geometry.ts';
import { type Paginator, screenAt } from './paginator.ts';

/** Tolerance for rounding, so that it adds no empty screen. */
const slack = 4;

/** Vertical writing mode of a chapter; null for horizontal text. */
export function verticalMode(document: Document): 'vertical-rl' | 'vertical-lr' | null {
  const mode = document.defaultView?.getComputedStyle(document.body).writingMode ?? '';
  if (mode === 'vertical-lr' || mode === 'sideways-lr') return 'vertical-lr';
  return mode.startsWith('vertical') || mode === 'tb-rl' || mode === 'sideways-rl' ? 'vertical-rl' : null;
}

/**
 * Paginator for vertical writing: screens follow one another downwards.
 * pageStyle.ts styles documents with this class.
 */
export class VerticalColumns implements Paginator {
  readonly #root: HTMLElement;
  readonly #body: HTMLElement;
  readonly #step: number;
  readonly #mode: 'vertical-rl' | 'vertical-lr';
  readonly #centered: boolean;
  #count = 1;
  #index = 0;

  /** @param centered whether content that fits on one screen is centered */
  constructor(
    document: Document,
    { height }: Geometry,
    mode: 'vertical-rl' | 'vertical-lr',
    centered = false,
  ) {
    this.#centered = centered;
    this.#mode = mode;
    this.#root = document.documentElement;
    this.#body = document.body;
    this.#step = height;
    this.#root.classList.add('lectern-vertical');
    this.#root.style.setProperty('writing-mode', mode, 'important');
    this.#body.style.setProperty('writing-mode', mode, 'important');
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
    this.#body.style.removeProperty('padding-block-start');
    divideBoxes(this.#root.ownerDocument);
    this.#count = Math.max(1, Math.ceil((this.#body.scrollHeight - slack) / this.#step));
    this.#root.style.setProperty('--lectern-screens', String(this.#count));
    if (this.#centered && this.#count === 1) this.#center();
    this.show(this.#index);
  }

  /** Equal space before and after the lines, whose margins count as space. */
  #center(): void {
    const range = this.#body.ownerDocument.createRange();
    range.selectNodeContents(this.#body);
    const { left, right, width } = range.getBoundingClientRect();
    const { clientWidth } = this.#root;
    const before = this.#mode === 'vertical-rl' ? clientWidth - right : left;
    const padding = Number.parseFloat(getComputedStyle(this.#body).paddingBlockStart) || 0;
    const centered = padding + (clientWidth - width) / 2 - before;
    this.#body.style.setProperty('padding-block-start', `${Math.max(0, centered)}px`, 'important');
  }

  show(index: number): void {
    this.#index = Math.min(this.#count - 1, Math.max(0, index));
    this.#root.scrollTo({ left: 0, top: this.#index * this.#step, behavior: 'instant' });
  }

  showEnd(): void {
    this.show(this.#count - 1);
  }

  follow(): boolean {
    const screen = screenAt(this.#root.scrollTop, this.#index, this.#step);
    if (screen === this.#index) return false;
    this.show(screen);
    return true;
  }

  reveal(box: DOMRect): void {
    this.show(this.#screenOf(box));
  }

  isBefore(box: DOMRect, screensOn = 0): boolean {
    return this.#screenOf(box) < this.#index + screensOn;
  }

  #screenOf(box: DOMRect): number {
    return Math.floor((box.top + this.#root.scrollTop + 1) / this.#step);
  }
}

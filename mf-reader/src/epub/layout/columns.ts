import { divideBoxes } from './divideBoxes.ts';
import type { Geometry } from './geometry.ts';
import { Screens, slack } from './paginator.ts';

const turnTime = 180;

/** Paginator with CSS columns, scrolled by screens. */
export class Columns extends Screens {
  readonly #columns: number;
  readonly #rtl: boolean;
  readonly #sided: boolean;
  /** One column in the middle of each screen. */
  readonly #centered: boolean;
  #animation = 0;
  #dragged = false;

  /** @param place alignment declared by the package; null for none */
  constructor(
    document: Document,
    { step, columns }: Geometry,
    place: 'left' | 'right' | 'center' | null = null,
  ) {
    super(document, step);
    const { classList } = this.root;
    const side = place === 'center' ? null : place;
    this.#sided = side !== null && columns === 2;
    classList.toggle('lectern-centered', place === 'center' && columns === 2);
    this.#centered = place === 'center';
    this.#columns = columns;
    this.#rtl = document.defaultView?.getComputedStyle(document.body).direction === 'rtl';
    if (this.#rtl) this.root.dir = 'rtl';
    classList.toggle('lectern-second', this.#sided && side === (this.#rtl ? 'left' : 'right'));
    this.measure();
  }

  measure(): void {
    this.root.classList.remove('lectern-alone');
    divideBoxes(this.root.ownerDocument);
    this.divide(this.body.scrollWidth);
    this.root.classList.toggle('lectern-alone', this.#fillsOneColumn());
    this.show(this.index);
  }

  override follow(): boolean {
    return !this.#dragged && super.follow();
  }

  /** Drags the page by this many pixels to the right. */
  drag(by: number): void {
    this.#dragged = true;
    cancelAnimationFrame(this.#animation);
    const rest = this.index * this.step * (this.#rtl ? -1 : 1);
    this.root.scrollTo({ left: rest - by, behavior: 'instant' });
  }

  protected get scrolled(): number {
    return Math.abs(this.root.scrollLeft);
  }

  protected scrollTo(distance: number, animate: boolean): void {
    this.#dragged = false;
    const left = distance * (this.#rtl ? -1 : 1);
    cancelAnimationFrame(this.#animation);
    if (animate) this.#turn(left);
    else this.root.scrollTo({ left, top: 0, behavior: 'instant' });
  }

  protected screenOf(box: DOMRect): number {
    const scrolled = this.root.scrollLeft;
    const along = this.#rtl ? this.step - box.right - scrolled : box.left + scrolled;
    return Math.floor((along + 1) / this.step);
  }

  /** A single column, such as a title page, is centered. */
  #fillsOneColumn(): boolean {
    if (this.#columns === 1 || this.count > 1 || this.#sided || this.#centered) return false;
    const range = this.root.ownerDocument.createRange();
    range.selectNodeContents(this.body);
    const { left, right, width } = range.getBoundingClientRect();
    const middle = this.step / 2 + this.root.getBoundingClientRect().left;
    return width > 0 && (this.#rtl ? left >= middle - slack : right <= middle + slack);
  }

  #turn(target: number): void {
    const from = this.root.scrollLeft;
    const began = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, (now - began) / turnTime);
      this.root.scrollTo({ left: from + (target - from) * (1 - (1 - part) ** 3), behavior: 'instant' });
      if (part < 1) this.#animation = requestAnimationFrame(step);
    };
    this.#animation = requestAnimationFrame(step);
  }
}

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
export class VerticalColumns extends Screens {
  readonly #mode: 'vertical-rl' | 'vertical-lr';
  readonly #centered: boolean;

  /** @param centered whether content that fits on one screen is centered */
  constructor(
    document: Document,
    { height }: Geometry,
    mode: 'vertical-rl' | 'vertical-lr',
    centered = false,
  ) {
    super(document, height);
    this.#centered = centered;
    this.#mode = mode;
    this.root.classList.add('lectern-vertical');
    this.root.style.setProperty('writing-mode', mode, 'important');
    this.body.style.setProperty('writing-mode', mode, 'important');
    this.measure();
  }

  measure(): void {
    this.body.style.removeProperty('padding-block-start');
    divideBoxes(this.root.ownerDocument);
    this.divide(this.body.scrollHeight);
    if (this.#centered && this.count === 1) this.#center();
    this.show(this.index);
  }

  protected get scrolled(): number {
    return this.root.scrollTop;
  }

  protected scrollTo(top: number): void {
    this.root.scrollTo({ left: 0, top, behavior: 'instant' });
  }

  protected screenOf(box: DOMRect): number {
    return Math.floor((box.top + this.root.scrollTop + 1) / this.step);
  }

  /** Equal space before and after the lines, whose margins count as space. */
  #center(): void {
    const range = this.root.ownerDocument.createRange();
    range.selectNodeContents(this.body);
    const { left, right, width } = range.getBoundingClientRect();
    const { clientWidth } = this.root;
    const before = this.#mode === 'vertical-rl' ? clientWidth - right : left;
    const padding = Number.parseFloat(getComputedStyle(this.body).paddingBlockStart) || 0;
    const centered = padding + (clientWidth - width) / 2 - before;
    this.body.style.setProperty('padding-block-start', `${Math.max(0, centered)}px`, 'important');
  }
}

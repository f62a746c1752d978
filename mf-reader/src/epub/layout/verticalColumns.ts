import { divideBoxes } from './divideBoxes.ts';
import type { Geometry } from './geometry.ts';
import { Screens } from './paginator.ts';

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

/** Chapters in a vertical strip, with a slot for each that has the chapter's actual or estimated height. */
export class Strip {
  readonly scroller: HTMLElement;
  readonly #slots = new Map<number, HTMLElement>();
  /** Where the strip was scrolled to keep the visible content in place; the scroll event for this follows. */
  #keptAt = -1;
  /** Chapters with a known height. */
  readonly #known = new Set<number>();

  /**
   * @param indexes spine indexes of the chapters, in reading order
   * @param gap between them in CSS pixels
   */
  constructor(host: HTMLElement, indexes: readonly number[], gap: number) {
    this.scroller = document.createElement('div');
    // Scroll anchoring is done here when the height of a chapter above changes.
    this.scroller.style.cssText =
      'position: absolute; inset: 0; overflow: hidden auto; overflow-anchor: none; scrollbar-width: thin;';
    for (const index of indexes) {
      const slot = document.createElement('div');
      slot.style.cssText = `position: relative; margin: 0 auto ${gap}px; block-size: ${host.clientHeight}px;`;
      this.#slots.set(index, slot);
      this.scroller.append(slot);
    }
    host.append(this.scroller);
  }

  slot(index: number): HTMLElement | null {
    return this.#slots.get(index) ?? null;
  }

  /**
   * Sets the size of a slot and keeps the visible content in place.
   * @param width null for the width of the strip
   */
  resize(index: number, { width, height }: { width: number | null; height: number }): void {
    const slot = this.slot(index);
    if (!slot) return;
    const before = slot.offsetHeight;
    slot.style.inlineSize = width === null ? '' : `${width}px`;
    slot.style.blockSize = `${height}px`;
    const isAbove = slot.offsetTop + before <= this.scroller.scrollTop + 1;
    this.#known.add(index);
    // Unknown heights are estimated from known ones.
    for (const [other, each] of this.#slots)
      if (!this.#known.has(other) && each.offsetTop > this.scroller.scrollTop)
        each.style.blockSize = `${height}px`;
    if (!isAbove || before === height) return;
    this.scroller.scrollTop += height - before;
    this.#keptAt = this.scroller.scrollTop;
  }

  /** Whether the strip is where it was scrolled to keep the visible content in place. */
  get keepsPlace(): boolean {
    return this.scroller.scrollTop === this.#keptAt;
  }

  /** The chapter at a distance in CSS pixels from the top of the screen, clamped to the last one. */
  at(distance: number): number {
    const line = this.scroller.scrollTop + distance;
    let last = -1;
    for (const [index, slot] of this.#slots) {
      if (last >= 0 && slot.offsetTop > line) break;
      last = index;
    }
    return last;
  }

  /** Chapters within this many screens of the visible area. */
  near(screens: number): number[] {
    const { scrollTop, clientHeight } = this.scroller;
    const [from, to] = [scrollTop - screens * clientHeight, scrollTop + (screens + 1) * clientHeight];
    return [...this.#slots].flatMap(([index, slot]) =>
      slot.offsetTop < to && slot.offsetTop + slot.offsetHeight > from ? [index] : [],
    );
  }

  remove(): void {
    this.scroller.remove();
  }
}

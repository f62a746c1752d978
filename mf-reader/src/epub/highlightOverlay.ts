import { scrollBoxOf } from '../engine/gestures/scrollBox.ts';
import {
  markAt,
  type PaintedMark,
  type PaintedWindow,
  paint,
  paintName,
  paintNames,
} from '../engine/highlightPaint.ts';
import type { Box, Mark } from '../engine/renderer.ts';
import type { TextMap } from '../engine/textMap.ts';
import { resolve } from './location/locate.ts';

const flashTime = 2_000;
/** Tolerance between two lines of a highlight, in CSS pixels. */
const leading = 6;

/**
 * Highlights of a chapter by the CSS Custom Highlight API: the DOM is not changed, and
 * highlights follow every layout.
 */
export class HighlightOverlay {
  readonly #window: PaintedWindow;
  readonly #document: Document;
  readonly #map: TextMap;
  #drawn: PaintedMark[] = [];
  #flashing: ReturnType<typeof setTimeout> | undefined;

  constructor(document: Document, map: TextMap) {
    this.#document = document;
    this.#window = document.defaultView as PaintedWindow;
    this.#map = map;
  }

  /** @param marks highlights of this chapter */
  draw(marks: readonly Mark[]): void {
    this.#drawn = [];
    const ranges = new Map<string, Range[]>(paintNames.map((name) => [name, []]));
    for (const { id, color, style, locator } of marks) {
      const range = this.#map.rangeOf(resolve(locator, this.#map, this.#document));
      if (!range || range.collapsed) continue;
      this.#drawn.push({ id, range });
      ranges.get(paintName(color, style))?.push(range);
    }
    for (const [name, list] of ranges) this.#paint(name, list);
  }

  /** The highlight at a point of the frame's window, topmost first. */
  at(x: number, y: number): { id: string; box: Box } | null {
    // Words that are scrolled out of a box are not where they are measured.
    const around = scrollBoxOf(this.#document.elementFromPoint(x, y));
    const shown = this.#drawn.filter(({ range }) =>
      [null, around].includes(scrollBoxOf(range.commonAncestorContainer)),
    );
    return markAt(shown, x, y, leading);
  }

  /** Highlights a passage for two seconds. */
  flash(range: Range): void {
    clearTimeout(this.#flashing);
    this.#paint('lectern-flash', [range], 1);
    this.#flashing = setTimeout(() => this.#paint('lectern-flash', []), flashTime);
  }

  /** Highlights spoken text; null for none. */
  speak(range: Range | null): void {
    this.#paint('lectern-spoken', range ? [range] : [], 2);
  }

  destroy(): void {
    clearTimeout(this.#flashing);
  }

  #paint(name: string, ranges: Range[], priority = 0): void {
    paint(name, ranges, priority, this.#window);
  }
}

import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import type { Box, Mark } from '../engine/renderer.ts';
import type { TextMap } from '../engine/textMap.ts';
import { resolve } from './location/locate.ts';

const colors: readonly HighlightColor[] = ['yellow', 'green', 'blue', 'pink', 'purple'];
/** Names of the CSS highlights, styled in pageStyle.ts. */
const paintName = (color: HighlightColor, style: HighlightStyle) =>
  style === 'underline' ? `lectern-line-${color}` : `lectern-${color}`;
const flashTime = 2_000;
/** Tolerance between two lines of a highlight, in CSS pixels. */
const leading = 6;

/** A window with the constructors of its own realm. */
type FrameWindow = Window & typeof globalThis;

interface Drawn {
  id: string;
  range: Range;
}

/**
 * Highlights of a chapter by the CSS Custom Highlight API: the DOM is not changed, and
 * highlights follow every layout.
 */
export class HighlightOverlay {
  readonly #window: FrameWindow;
  readonly #document: Document;
  readonly #map: TextMap;
  #drawn: Drawn[] = [];
  #flashing: ReturnType<typeof setTimeout> | undefined;

  constructor(document: Document, map: TextMap) {
    this.#document = document;
    this.#window = document.defaultView as FrameWindow;
    this.#map = map;
  }

  /** @param marks highlights of this chapter */
  draw(marks: readonly Mark[]): void {
    this.#drawn = [];
    const ranges = new Map<string, Range[]>(
      colors.flatMap((color) => [
        [paintName(color, 'highlight'), []],
        [paintName(color, 'underline'), []],
      ]),
    );
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
    for (const { id, range } of this.#drawn.toReversed()) {
      for (const box of range.getClientRects())
        if (x >= box.left && x <= box.right && y >= box.top - leading && y <= box.bottom + leading)
          return { id, box };
    }
    return null;
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
    const registry = this.#window.CSS?.highlights;
    if (!registry) return;
    if (ranges.length === 0) {
      registry.delete(name);
      return;
    }
    const highlight = new this.#window.Highlight(...ranges);
    highlight.priority = priority;
    registry.set(name, highlight);
  }
}

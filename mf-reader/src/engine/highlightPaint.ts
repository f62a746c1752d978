import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import type { Box } from './renderer.ts';

const colors: readonly HighlightColor[] = ['yellow', 'green', 'blue', 'pink', 'purple'];

/** A window with the constructors of its own realm. */
export type PaintedWindow = Window & typeof globalThis;

/** Name of a CSS highlight; they are styled in pageStyle.ts and pdfText.css. */
export const paintName = (color: HighlightColor, style: HighlightStyle): string =>
  style === 'underline' ? `lectern-line-${color}` : `lectern-${color}`;

export const paintNames: readonly string[] = colors.flatMap((color) => [
  paintName(color, 'highlight'),
  paintName(color, 'underline'),
]);

/** Paints ranges by the CSS Custom Highlight API, in place of those that had this name. */
export function paint(
  name: string,
  ranges: readonly Range[],
  priority = 0,
  realm: PaintedWindow = window,
): void {
  const registry = realm.CSS?.highlights;
  if (!registry) return;
  if (ranges.length === 0) {
    registry.delete(name);
    return;
  }
  const highlight = new realm.Highlight(...ranges);
  highlight.priority = priority;
  registry.set(name, highlight);
}

export interface PaintedMark {
  id: string;
  range: Range;
}

/**
 * The highlight at a point of the window, topmost first.
 * @param leading tolerance above and below a line, in CSS pixels
 */
export function markAt(
  painted: readonly PaintedMark[],
  x: number,
  y: number,
  leading: number,
): { id: string; box: Box } | null {
  for (const { id, range } of painted.toReversed())
    for (const box of range.getClientRects())
      if (x >= box.left && x <= box.right && y >= box.top - leading && y <= box.bottom + leading)
        return { id, box };
  return null;
}

import type { Box, Margins } from '../engine/renderer.ts';

export interface Size {
  width: number;
  height: number;
}

const gap = 10;

/**
 * Placement of a popup beside a box: above, else below, else over it
 * when the box fills the window; always inside the window. In CSS pixels.
 */
export function placeBeside(box: Box, size: Size, window: Size): { left: number; top: number } {
  const within = (value: number, length: number, available: number) =>
    Math.max(gap, Math.min(value, available - length - gap));
  const above = box.top - size.height - gap;
  const below = box.top + box.height + gap;
  return {
    left: within(box.left + box.width / 2 - size.width / 2, size.width, window.width),
    top: within(above >= gap ? above : below, size.height, window.height),
  };
}

/** Space around a palette in a margin, in CSS pixels. */
const marginGap = 6;

/**
 * Placement of a palette in the margin of the page that is nearer to a box, where it covers no text; null when the
 * margins are too narrow. In CSS pixels.
 */
export function placeOutsideText(
  box: Box,
  margins: Margins,
  size: Size,
  window: Size,
): { left: number; top: number } | null {
  const fits = ({ from, to }: { from: number; to: number }) => to - from >= size.width + 2 * marginGap;
  if (size.height + 2 * gap > window.height) return null;
  const toLeft = box.left - margins.left.to;
  const toRight = margins.right.from - (box.left + box.width);
  const isLeft = fits(margins.left) && (toLeft < toRight || !fits(margins.right));
  if (!isLeft && !fits(margins.right)) return null;
  const middle = box.top + box.height / 2 - size.height / 2;
  return {
    left: isLeft ? margins.left.to - size.width - marginGap : margins.right.from + marginGap,
    top: Math.max(gap, Math.min(middle, window.height - size.height - gap)),
  };
}

/**
 * Placement of an editor: in the margin beside the text, else below or above it, so that the text stays visible. Beside
 * a box narrower than the editor are the other words of its line. In CSS pixels.
 */
export function placeInMargin(box: Box, size: Size, window: Size): { left: number; top: number } {
  const right = box.left + box.width + gap;
  const left = box.left - size.width - gap;
  const fitsRight = right + size.width + gap <= window.width;
  if ((!fitsRight && left < gap) || box.width < size.width) {
    const below = box.top + box.height + gap;
    const fitsBelow = below + size.height + gap <= window.height;
    return fitsBelow ? { ...placeBeside(box, size, window), top: below } : placeBeside(box, size, window);
  }
  const top = Math.max(gap, Math.min(box.top, window.height - size.height - gap));
  return { left: fitsRight ? right : left, top };
}

/** Side of a bottom sheet on which it does not cover the text. */
export const sheetSide = (box: Box, window: Size): 'top' | 'bottom' =>
  box.top + box.height / 2 > window.height / 2 ? 'top' : 'bottom';

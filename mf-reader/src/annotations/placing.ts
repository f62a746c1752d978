import type { Box } from '../engine/renderer.ts';

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
  const within = (value: number, length: number, room: number) =>
    Math.max(gap, Math.min(value, room - length - gap));
  const above = box.top - size.height - gap;
  const below = box.top + box.height + gap;
  return {
    left: within(box.left + box.width / 2 - size.width / 2, size.width, window.width),
    top: within(above >= gap ? above : below, size.height, window.height),
  };
}

/**
 * Placement of an editor: in the margin beside the text, else below or above it, so that the text stays visible. In
 * CSS pixels.
 */
export function placeInMargin(box: Box, size: Size, window: Size): { left: number; top: number } {
  const right = box.left + box.width + gap;
  const left = box.left - size.width - gap;
  const fitsRight = right + size.width + gap <= window.width;
  if (!fitsRight && left < gap) {
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

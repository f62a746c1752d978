import type { Box } from '../engine/renderer.ts';

export interface Size {
  width: number;
  height: number;
}

const gap = 10;

/**
 * Where something that floats stands beside a box: above it, below it when there is no room above, and over it when
 * the box fills the window; never outside of the window. Everything in CSS pixels of the window.
 */
export function placeBeside(box: Box, size: Size, window: Size): { left: number; top: number } {
  const middle = box.left + box.width / 2 - size.width / 2;
  const left = Math.max(gap, Math.min(middle, window.width - size.width - gap));
  const above = box.top - size.height - gap;
  const below = box.top + box.height + gap;
  const fitsBelow = below + size.height + gap <= window.height;
  const top = above >= gap ? above : fitsBelow ? below : Math.max(gap, window.height - size.height - gap);
  return { left, top };
}

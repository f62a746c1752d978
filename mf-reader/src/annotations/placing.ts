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
  const within = (value: number, length: number, room: number) =>
    Math.max(gap, Math.min(value, room - length - gap));
  const above = box.top - size.height - gap;
  const below = box.top + box.height + gap;
  return {
    left: within(box.left + box.width / 2 - size.width / 2, size.width, window.width),
    top: within(above >= gap ? above : below, size.height, window.height),
  };
}

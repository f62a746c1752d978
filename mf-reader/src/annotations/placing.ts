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

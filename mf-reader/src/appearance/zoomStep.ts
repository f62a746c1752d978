import { zoomLimits } from '../engine/appearance.ts';

const stops = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];
const tolerance = 0.02;

/** The next larger (1) or smaller (-1) zoom level. */
export function zoomStep(scale: number, by: 1 | -1): number {
  if (by > 0) return stops.find((stop) => stop > scale + tolerance) ?? zoomLimits.max;
  return stops.findLast((stop) => stop < scale - tolerance) ?? zoomLimits.min;
}

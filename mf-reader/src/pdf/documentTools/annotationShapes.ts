import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import { type Corners, cornersOf, type Point } from '../highlights/corners.ts';

export type Rect = readonly number[];

/** Red, green and blue, 0..1. */
export const annotationColors: Readonly<Record<HighlightColor, readonly [number, number, number]>> = {
  yellow: [1, 0.86, 0.3],
  green: [0.55, 0.87, 0.52],
  blue: [0.5, 0.76, 1],
  pink: [1, 0.6, 0.75],
  purple: [0.78, 0.65, 1],
};

/** Width and height of the icon of a note, in the units of the page. */
const iconSize = 20;

/** In the order of the entry QuadPoints of an annotation. */
export const quadOf = ({ upperLeft, upperRight, lowerLeft, lowerRight }: Corners): number[] => [
  ...upperLeft,
  ...upperRight,
  ...lowerLeft,
  ...lowerRight,
];

/** A line below the words, one unit high. */
export function underlineOf({ upperLeft, lowerLeft, lowerRight }: Corners): Rect {
  const [x, y] = lowerLeft;
  const up: Point = [Math.sign(upperLeft[0] - x), Math.sign(upperLeft[1] - y)];
  return boundsOf([[x, y, lowerRight[0] + up[0], lowerRight[1] + up[1]]]);
}

/** The rectangle around several, each with corners in any order. */
export function boundsOf(rects: readonly Rect[]): number[] {
  const edge = (choose: (...values: number[]) => number, ...indexes: number[]) =>
    choose(...rects.flatMap((rect) => indexes.map((index) => rect[index] ?? 0)));
  return [edge(Math.min, 0, 2), edge(Math.min, 1, 3), edge(Math.max, 0, 2), edge(Math.max, 1, 3)];
}

/**
 * The icon of a note: at its passage, or in the upper right corner of the visible page, as it is seen.
 * @param rotation of the page: degrees clockwise, a multiple of 90
 */
export function iconRect(visible: Rect, rotation: number, passage: Rect | undefined): number[] {
  if (passage) {
    const [left = 0, , , top = 0] = passage;
    return [left, top - iconSize, left + iconSize, top];
  }
  const { upperLeft, upperRight, lowerRight } = cornersOf(visible, rotation);
  const [x, y] = upperRight;
  const [near, far] = [1, 2].map((icons) => [
    x + icons * iconSize * (Math.sign(upperLeft[0] - x) + Math.sign(lowerRight[0] - x)),
    y + icons * iconSize * (Math.sign(upperLeft[1] - y) + Math.sign(lowerRight[1] - y)),
  ]);
  return boundsOf([[...(near ?? []), ...(far ?? [])]]);
}

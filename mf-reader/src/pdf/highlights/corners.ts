export type Point = readonly [x: number, y: number];

/** Corners of a page or a line of words, as it is seen. */
export interface Corners {
  upperLeft: Point;
  upperRight: Point;
  lowerLeft: Point;
  lowerRight: Point;
}

/** @param rotation of the page: degrees clockwise, a multiple of 90 */
export function cornersOf([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], rotation: number): Corners {
  const clockwise: readonly Point[] = [
    [x1, y2],
    [x2, y2],
    [x2, y1],
    [x1, y1],
  ];
  const corner = (index: number) => clockwise[(((index - rotation / 90) % 4) + 4) % 4] ?? [x1, y1];
  return { upperLeft: corner(0), upperRight: corner(1), lowerRight: corner(2), lowerLeft: corner(3) };
}

/** Corners as the words of a line stand: on a turned page, most are upright as it is seen, and some turned with it. */
export function cornersOfLine(line: readonly number[], rotation: number): Corners {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = line;
  const isTurned = rotation % 180 !== 0 && x2 - x1 > y2 - y1;
  return cornersOf(line, isTurned ? 0 : rotation);
}

/** The side of a line, on the screen, that its words stand on. */
export function footOf(
  line: readonly number[],
  rotation: number,
  toScreen: (x: number, y: number) => number[],
): 'top' | 'bottom' | 'left' | 'right' {
  const { upperLeft, lowerLeft } = cornersOfLine(line, rotation);
  const [upperX = 0, upperY = 0] = toScreen(...upperLeft);
  const [lowerX = 0, lowerY = 0] = toScreen(...lowerLeft);
  if (Math.abs(lowerY - upperY) >= Math.abs(lowerX - upperX)) return lowerY < upperY ? 'top' : 'bottom';
  return lowerX < upperX ? 'left' : 'right';
}

/** [x1, y1, x2, y2], lower left to upper right in PDF units. */
export type Rect = [number, number, number, number];

/** A rectangle with its corners in order. */
export function ordered([x1, y1, x2, y2]: readonly number[]): Rect {
  const [a, b, c, d] = [x1 ?? 0, y1 ?? 0, x2 ?? 0, y2 ?? 0];
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** Vertical overlap of two rectangles relative to the one of less height; negative when they are apart. */
function verticalOverlap(a: Rect, b: Rect): number {
  const shared = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return shared / Math.max(0.001, Math.min(a[3] - a[1], b[3] - b[1]));
}

/** Maximum of stored rectangles of a passage on one page. */
const maxRects = 500;
/** Gap in PDF units up to which two boxes are one line. */
const maxGap = 6;

/**
 * Merges the boxes of a selection into lines; duplicate and empty ones are dropped. Text layers have a
 * box for every run of glyphs. In reading order.
 */
export function mergeLines(boxes: readonly Rect[]): Rect[] {
  // On a page with a rotation of its own, lines run up or down in the units of the page.
  const lines = runsUpright(boxes) ? mergeRows(boxes.map(transposed)).map(transposed) : mergeRows(boxes);
  return lines.slice(0, maxRects);
}

const transposed = ([x1, y1, x2, y2]: Rect): Rect => [y1, x1, y2, x2];

function runsUpright(boxes: readonly Rect[]): boolean {
  let excess = 0;
  for (const [x1, y1, x2, y2] of boxes) excess += y2 - y1 - (x2 - x1);
  return excess > 0;
}

function mergeRows(boxes: readonly Rect[]): Rect[] {
  const lines: Rect[] = [];
  for (const box of boxes) {
    if (box[2] - box[0] < 0.5 || box[3] - box[1] < 0.5) continue;
    const line = lines.findLast(
      (known) =>
        verticalOverlap(known, box) > 0.6 && box[0] <= known[2] + maxGap && box[2] >= known[0] - maxGap,
    );
    if (!line) {
      lines.push([...box]);
      continue;
    }
    line[0] = Math.min(line[0], box[0]);
    line[1] = Math.min(line[1], box[1]);
    line[2] = Math.max(line[2], box[2]);
    line[3] = Math.max(line[3], box[3]);
  }
  return lines.map((line) => line.map((value) => Math.round(value * 100) / 100) as Rect);
}

/** Whether a point lies in one of the rectangles. */
export function contains(rects: readonly (readonly number[])[], x: number, y: number): boolean {
  return rects.some((rect) => {
    const [x1, y1, x2, y2] = ordered(rect);
    return x >= x1 && x <= x2 && y >= y1 && y <= y2;
  });
}

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

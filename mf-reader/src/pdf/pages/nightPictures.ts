import { turnedInsets } from './whiteMargins.ts';

/** The part of a pdf.js page view that is used here. */
export interface PicturedView {
  div: HTMLElement;
  /** Three corners of each drawn picture, six numbers each, as fractions of the page; null when not recorded. */
  imageCoordinates: ArrayLike<number> | null;
  /** Rotation by the reader in degrees. */
  rotation: number;
  /** -1: pictures are not recorded. */
  imagesRightClickMinSize: number;
  /** Milliseconds for which an unfinished drawing is not shown. */
  minDurationToUpdateCanvas: number;
}

/** Recorded, but without an element for each picture in the text layer. */
const recorded = Number.POSITIVE_INFINITY;
/** In the dark theme pictures would appear inverted until the page is finished and their places are known. */
const keptBack = 500;
/** A picture that covers more of the page is a scan. Its paper is inverted, too. */
const largestPart = 0.6;
/** Smaller ones are lines and dots. */
const smallestPart = 0.0005;
const mostPictures = 200;

/** Left, top, right and bottom, as fractions of the page. */
type Box = [number, number, number, number];

/** Rotation of a page when its pictures were recorded. The viewer records them only once. */
const recordedRotations = new WeakMap<PicturedView, number>();

/**
 * Turns the recording of picture places on or off. Recording slows drawing a little; without it, a page shows while it
 * is drawn.
 * @returns whether that has changed
 */
export function recordPictures(view: PicturedView, isNight: boolean): boolean {
  const wanted = isNight ? recorded : -1;
  if (view.imagesRightClickMinSize === wanted) return false;
  view.imagesRightClickMinSize = wanted;
  view.minDurationToUpdateCanvas = isNight ? keptBack : 0;
  return true;
}

/** Pages are inverted in the dark theme. An element over each picture inverts it back. */
export function keepPictureColors(view: PicturedView): void {
  const { div, imageCoordinates, rotation } = view;
  const wrapper = div.querySelector('.canvasWrapper');
  wrapper?.querySelector('.lectern-pictures')?.remove();
  if (imageCoordinates && !recordedRotations.has(view)) recordedRotations.set(view, rotation);
  const turnedBy = (rotation - (recordedRotations.get(view) ?? rotation) + 360) % 360;
  const boxes = withoutOverlaps(pictureBoxes(imageCoordinates ?? [], turnedBy));
  if (!wrapper || boxes.length === 0) return;
  const layer = document.createElement('div');
  layer.className = 'lectern-pictures';
  for (const [left, top, right, bottom] of boxes) {
    const element = document.createElement('div');
    element.style.left = `${left * 100}%`;
    element.style.top = `${top * 100}%`;
    element.style.width = `${(right - left) * 100}%`;
    element.style.height = `${(bottom - top) * 100}%`;
    layer.append(element);
  }
  wrapper.append(layer);
}

/**
 * Left, top, right and bottom of the pictures that are neither scans of a page nor ornaments, in parts of the page.
 * @param turnedBy degrees clockwise since they were recorded
 */
export function pictureBoxes(corners: ArrayLike<number>, turnedBy: number): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 6 <= corners.length && boxes.length < mostPictures; at += 6) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = Array.from(
      { length: 6 },
      (_, i) => corners[at + i],
    );
    // The fourth corner of a parallelogram.
    const across = [x1, x2, x3, x2 + x3 - x1].map(within);
    const down = [y1, y2, y3, y2 + y3 - y1].map(within);
    const box = [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)] as const;
    const part = (box[2] - box[0]) * (box[3] - box[1]);
    if (part < smallestPart || part > largestPart) continue;
    const free = { left: box[0], top: box[1], right: 1 - box[2], bottom: 1 - box[3] };
    const { left, top, right, bottom } = turnedInsets(free, turnedBy);
    boxes.push([left, top, 1 - right, 1 - bottom]);
  }
  return boxes;
}

const within = (value: number) => Math.min(1, Math.max(0, value));

/** The same area in boxes that do not overlap: what is inverted back twice is inverted. */
export function withoutOverlaps(boxes: readonly Box[]): Box[] {
  const result: Box[] = [];
  for (const box of boxes)
    result.push(...result.reduce((parts, covered) => parts.flatMap((part) => without(part, covered)), [box]));
  return result;
}

/** What of a box is above, below, left and right of another. */
function without([left, top, right, bottom]: Box, covered: Box): Box[] {
  const [x1, y1, x2, y2] = covered;
  if (x1 >= right || x2 <= left || y1 >= bottom || y2 <= top) return [[left, top, right, bottom]];
  const [upper, lower] = [Math.max(top, y1), Math.min(bottom, y2)];
  const parts: Box[] = [
    [left, top, right, upper],
    [left, lower, right, bottom],
    [left, upper, x1, lower],
    [x2, upper, right, lower],
  ];
  return parts.filter(([a, b, c, d]) => c > a && d > b);
}

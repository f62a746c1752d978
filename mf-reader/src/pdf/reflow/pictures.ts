import { heightOf, multiply, type PageBox, type Run, widthOf } from './runs.ts';
import { screenBox } from './structure.ts';

/** Drawing steps of a page, as pdf.js gives them. */
export interface DrawingSteps {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/** Codes of drawing operations, by their names in pdf.js. */
type StepNumbers = Readonly<Record<string, number>>;

/** Pictures are at least this wide and high, in units of the page. */
const minPictureSize = 24;
/** Minimum number of lines and areas of a drawing. */
const fewestPaths = 2;
/** Drawings at most this far apart are one picture. */
const apart = 12;
/** A picture that covers more of the page is a background or a scan. */
const largest = 0.92;
/** Maximum number of examined operations: maps have millions. */
const mostPaths = 4_000;

interface Drawn extends PageBox {
  paths: number;
  images: number;
}

/**
 * Boxes of the pictures of a page as it is seen: images, and groups of lines and areas, that are not a
 * background, a rule or a frame around text.
 * @param toScreen matrix from the units of the page to the page as it is seen, at scale 1
 */
export function picturesOf(
  { fnArray, argsArray }: DrawingSteps,
  numbers: StepNumbers,
  toScreen: readonly number[],
  page: { width: number; height: number },
  runs: readonly Run[],
): PageBox[] {
  const drawn: Drawn[] = [];
  let isPainted = false;
  let matrix: readonly number[] = toScreen;
  /** The parts outside of the form's box are not visible. */
  let clip: PageBox = { left: 0, top: 0, right: page.width, bottom: page.height };
  const saved: { matrix: readonly number[]; clip: PageBox }[] = [];
  const restore = () => {
    const before = saved.pop();
    if (before) ({ matrix, clip } = before);
  };
  const add = (rect: readonly number[], kind: 'paths' | 'images') => {
    const box = clipped(screenBox(rect, matrix), clip);
    const [width, height] = [widthOf(box), heightOf(box)];
    if (width < 0 || height < 0 || width + height === 0) return;
    isPainted = true;
    if (width * height > largest * page.width * page.height) return;
    // Rules between columns and under headings are as long as the page.
    if (kind === 'paths' && Math.min(width, height) < 3 && Math.max(width, height) > page.width * 0.3) return;
    drawn.push({ ...box, paths: kind === 'paths' ? 1 : 0, images: kind === 'images' ? 1 : 0 });
  };
  for (let step = 0; step < fnArray.length && drawn.length < mostPaths; step++) {
    const args = argsArray[step] as readonly unknown[] | null;
    switch (fnArray[step]) {
      case numbers.save:
        saved.push({ matrix, clip });
        break;
      case numbers.restore:
        restore();
        break;
      case numbers.transform:
        matrix = multiply(matrix, args as readonly number[]);
        break;
      case numbers.paintFormXObjectBegin:
        saved.push({ matrix, clip });
        if (args?.[0]) matrix = multiply(matrix, args[0] as readonly number[]);
        if (args?.[1]) clip = clipped(screenBox(Array.from(args[1] as ArrayLike<number>), matrix), clip);
        break;
      case numbers.paintFormXObjectEnd:
        restore();
        break;
      case numbers.constructPath:
        // A path that only clips draws nothing.
        if (args?.[0] !== numbers.endPath && args?.[2])
          add(Array.from(args[2] as ArrayLike<number>), 'paths');
        break;
      case numbers.paintImageXObject:
      case numbers.paintInlineImageXObject:
      case numbers.paintImageMaskXObject:
        add([0, 0, 1, 1], 'images');
        break;
      default:
    }
  }
  // A page without words is shown as it is.
  if (runs.length === 0 && isPainted) return [{ left: 0, top: 0, right: page.width, bottom: page.height }];
  return joined(drawn)
    .filter((group) => isPicture(group, runs))
    .map(({ left, top, right, bottom }) => ({ left, top, right, bottom }));
}

function isPicture(box: Drawn, runs: readonly Run[]): boolean {
  const [width, height] = [widthOf(box), heightOf(box)];
  if (width < minPictureSize || height < minPictureSize) return false;
  if (box.images === 0 && box.paths < fewestPaths) return false;
  if (box.images > 0 && box.paths === 0) return true;
  // A frame or a shaded area around sentences is not a picture; a drawing has few words for its size.
  const inside = runs.filter((run) => isInside(run, box));
  const written = inside.reduce((sum, run) => sum + widthOf(run) * run.size, 0);
  const long = inside.filter((run) => run.text.length > 40 && widthOf(run) > width * 0.6);
  return written < width * height * 0.3 && long.length < 3;
}

/** Tolerance in pixels. */
const tolerance = 2;

/** Whether the center of a box lies in another one. */
export const isInside = (inner: PageBox, outer: PageBox) =>
  (inner.left + inner.right) / 2 > outer.left - tolerance &&
  (inner.left + inner.right) / 2 < outer.right + tolerance &&
  (inner.top + inner.bottom) / 2 > outer.top - tolerance &&
  (inner.top + inner.bottom) / 2 < outer.bottom + tolerance;

const clipped = (box: PageBox, clip: PageBox): PageBox => ({
  left: Math.max(clip.left, box.left),
  top: Math.max(clip.top, box.top),
  right: Math.min(clip.right, box.right),
  bottom: Math.min(clip.bottom, box.bottom),
});

/** Joins touching boxes until none touch. */
function joined(all: readonly Drawn[]): Drawn[] {
  let boxes = [...all];
  for (let round = 0; round < 6; round++) {
    const next: Drawn[] = [];
    for (const box of boxes) {
      const near = next.find(
        (candidate) =>
          box.left <= candidate.right + apart &&
          box.right >= candidate.left - apart &&
          box.top <= candidate.bottom + apart &&
          box.bottom >= candidate.top - apart,
      );
      if (!near) {
        next.push({ ...box });
        continue;
      }
      near.left = Math.min(near.left, box.left);
      near.top = Math.min(near.top, box.top);
      near.right = Math.max(near.right, box.right);
      near.bottom = Math.max(near.bottom, box.bottom);
      near.paths += box.paths;
      near.images += box.images;
    }
    if (next.length === boxes.length) return next;
    boxes = next;
  }
  return boxes;
}

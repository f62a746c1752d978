import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Distances from the edges of the page as shown, as fractions of its size. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const noInsets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** Width in pixels at which pages are examined. */
const sampleWidth = 160;
/** Number of pages that are examined before cropping. */
const mostLooks = 12;
/** Difference of a color channel from the corner color that counts as content. */
const inkFrom = 24;
/** Fraction of the page that stays white around the content. */
const border = 0.015;

/** White margins of odd and even pages: the space that is empty on all examined pages. */
export interface WhiteMargins {
  odd: Insets;
  even: Insets;
}

/** Examines pages throughout the file, without the rotation by the reader. */
export async function findWhiteMargins(file: PDFDocumentProxy, signal: AbortSignal): Promise<WhiteMargins> {
  const margins: { odd: Insets | null; even: Insets | null } = { odd: null, even: null };
  const step = Math.max(1, Math.floor(file.numPages / mostLooks));
  for (let looks = 0; looks < mostLooks && !signal.aborted; looks++) {
    // In pairs, so that left and right pages are both examined.
    const number = Math.floor(looks / 2) * 2 * step + (looks % 2) + 1;
    if (number > file.numPages) break;
    const insets = await insetsOfPage(file, number).catch(() => null);
    const side = number % 2 === 1 ? 'odd' : 'even';
    const before = margins[side];
    if (insets) margins[side] = before ? smaller(before, insets) : insets;
  }
  return { odd: margins.odd ?? margins.even ?? noInsets, even: margins.even ?? margins.odd ?? noInsets };
}

async function insetsOfPage(file: PDFDocumentProxy, number: number): Promise<Insets | null> {
  const page = await file.getPage(number);
  const scale = sampleWidth / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
  return insetsOfCanvas(canvas);
}

/** White margins of a rendered page; null for an empty page. */
export function insetsOfCanvas(source: HTMLCanvasElement): Insets | null {
  const width = Math.min(sampleWidth, source.width);
  const height = Math.round((source.height * width) / Math.max(1, source.width));
  if (width < 1 || height < 1) return null;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(source, 0, 0, width, height);
  return insetsOfPixels(context.getImageData(0, 0, width, height).data, width, height);
}

/** @param pixels four bytes each, row by row */
export function insetsOfPixels(pixels: ArrayLike<number>, width: number, height: number): Insets | null {
  const isInk = (x: number, y: number) => {
    for (let channel = 0; channel < 3; channel++) {
      const difference = (pixels[(y * width + x) * 4 + channel] ?? 0) - (pixels[channel] ?? 0);
      if (Math.abs(difference) >= inkFrom) return true;
    }
    return false;
  };
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk(x, y)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return null;
  const free = (pixelCount: number, total: number) => Math.max(0, pixelCount / total - border);
  return {
    left: free(left, width),
    right: free(width - 1 - right, width),
    top: free(top, height),
    bottom: free(height - 1 - bottom, height),
  };
}

/** What is free by both. */
export function smaller(a: Insets, b: Insets): Insets {
  return {
    top: Math.min(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
    left: Math.min(a.left, b.left),
  };
}

/** The insets of a page once it is turned clockwise. */
export function turnedInsets(insets: Insets, degrees: number): Insets {
  const sides = [insets.top, insets.right, insets.bottom, insets.left];
  const by = Math.round(degrees / 90) % 4;
  const [top = 0, right = 0, bottom = 0, left = 0] = sides.map((_, side) => sides[(side - by + 4) % 4] ?? 0);
  return { top, right, bottom, left };
}

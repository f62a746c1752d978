import { schemeOf } from './colorScheme.ts';
import { isDark, isDarkColor } from './darkPaper.ts';

type Image = HTMLImageElement | SVGImageElement;

/** Class of pictures that the dark theme puts on light paper. */
const onPaper = 'lectern-on-paper';
/** Pictures are judged by a copy of this width and height. */
const sampleSide = 48;
/** Less is round corners and shadows. */
const leastTransparent = 0.05;
/** Share of the ink. */
const leastDark = 0.1;
const shapes = 'path, text, tspan, line, polyline, polygon, rect, circle, ellipse, use';
const mostShapes = 300;

/** By image: the source that was judged, and whether it needs paper. */
const judged = new WeakMap<Image, { source: string; needsPaper: boolean }>();

/**
 * Marks pictures of dark ink on a transparent ground, which would be unreadable on a dark page. A picture that the book
 * itself inverts stays as it is.
 * @param page with its styles applied
 */
export function markTransparentPictures(page: Document): void {
  // Added once, however often this is called.
  page.addEventListener('load', judgeLoaded, true);
  if (schemeOf(page) !== 'dark') return;
  for (const image of page.querySelectorAll<Image>('img, svg image'))
    if (judged.get(image)?.source === sourceOf(image)) mark(image);
    else if (!('complete' in image) || image.complete) judge(image);
  for (const drawing of page.querySelectorAll('svg:not(svg *, :has(image))'))
    drawing.classList.toggle(onPaper, hasDarkShapes(drawing));
}

function judgeLoaded({ target }: Event): void {
  const image = target as Element;
  if (!image.matches?.('img, svg image') || schemeOf(image.ownerDocument) !== 'dark') return;
  judge(image as Image);
}

function judge(image: Image): void {
  judged.set(image, { source: sourceOf(image), needsPaper: hasDarkInk(image) });
  mark(image);
}

/** An image in a drawing has no background, so the drawing gets it. */
function mark(image: Image): void {
  const shown = image.localName === 'img' ? image : image.closest(':not(svg) > svg');
  const needsPaper = judged.get(image)?.needsPaper === true && !isInverted(image);
  shown?.classList.toggle(onPaper, needsPaper);
}

const sourceOf = (image: Image) => ('currentSrc' in image ? image.currentSrc : image.href.baseVal);

const isInverted = (element: Element) =>
  element.ownerDocument.defaultView?.getComputedStyle(element).filter.includes('invert') === true;

function hasDarkInk(image: Image): boolean {
  if (/\.jpe?g$/i.test(sourceOf(image))) return false;
  const canvas = document.createElement('canvas');
  canvas.width = sampleSide;
  canvas.height = sampleSide;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  context.imageSmoothingQuality = 'medium';
  try {
    context.drawImage(image, 0, 0, sampleSide, sampleSide);
    return needsPaper(context.getImageData(0, 0, sampleSide, sampleSide).data);
  } catch (error) {
    // Images of another origin cannot be read. Opaque ones cover the paper.
    return (error as DOMException).name === 'SecurityError';
  }
}

/** @param pixels red, green, blue and opacity of each, 0..255 */
export function needsPaper(pixels: ArrayLike<number>): boolean {
  let ink = 0;
  let dark = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = pixels[at + 3] ?? 0;
    ink += opacity;
    if (isDarkColor(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)) dark += opacity;
  }
  const all = (pixels.length / 4) * 255;
  return ink > 0 && ink <= all * (1 - leastTransparent) && dark >= ink * leastDark;
}

function hasDarkShapes(drawing: Element): boolean {
  const view = drawing.ownerDocument.defaultView;
  if (!view || isInverted(drawing)) return false;
  return [...drawing.querySelectorAll(shapes)].slice(0, mostShapes).some((shape) => {
    const { fill, stroke } = view.getComputedStyle(shape);
    return isDark(fill) || isDark(stroke);
  });
}

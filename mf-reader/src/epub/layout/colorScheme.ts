import { eachAuthorSheet, eachAuthorStyle } from './authorStyles.ts';

type ColorScheme = 'light' | 'dark';

/** Matches a media feature that asks for the color scheme. */
const feature = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;
const always = '(min-width: 0px)';
const never = '(max-width: -1px)';

/** The media queries of a book, by the object that has them. */
const originals = new WeakMap<MediaList | Element, string>();

/** Replaces `prefers-color-scheme` in a media query by a feature that always or never matches. */
export function withColorScheme(query: string, scheme: ColorScheme): string {
  return query.replace(feature, (_, wanted: string) => (wanted.toLowerCase() === scheme ? always : never));
}

/** The color scheme of a page with its styles applied. */
const schemeOf = (page: Document): ColorScheme =>
  page.defaultView?.getComputedStyle(page.documentElement).colorScheme === 'dark' ? 'dark' : 'light';

/**
 * Makes the media queries of a chapter follow the `color-scheme` of its page. Browsers evaluate them for the operating
 * system (Safari) or for the frame (Chromium and Firefox), while the user chooses the color of the page in the reader.
 * @param page with its styles applied
 */
export function applyColorScheme(page: Document): void {
  const scheme = schemeOf(page);
  eachAuthorSheet(page, (sheet) => {
    setMedia(sheet.media, scheme);
    visit(sheet.cssRules, scheme);
  });
  for (const source of page.querySelectorAll<HTMLSourceElement>('source[media]')) {
    const query = originals.get(source) ?? source.media;
    const changed = withColorScheme(query, scheme);
    if (changed === source.media) continue;
    originals.set(source, query);
    source.media = changed;
  }
}

function visit(rules: CSSRuleList, scheme: ColorScheme): void {
  for (const rule of rules) {
    if ('media' in rule) setMedia((rule as CSSMediaRule).media, scheme);
    if ('cssRules' in rule) visit((rule as CSSGroupingRule).cssRules, scheme);
  }
}

function setMedia(media: MediaList, scheme: ColorScheme): void {
  const query = originals.get(media) ?? media.mediaText;
  const changed = withColorScheme(query, scheme);
  if (changed === media.mediaText) return;
  originals.set(media, query);
  media.mediaText = changed;
}

/** Relative luminance below which a background is dark: that of a medium gray. */
const darkBelow = 0.2;

/**
 * Marks a chapter whose own background is dark. The reader shows its own paper instead, on which the chapter's light
 * text would be invisible.
 * @param page with its styles applied
 */
export function markDarkPaper(page: Document): void {
  const { documentElement: root, body } = page;
  root.classList.toggle(
    'lectern-dark-paper',
    setsBackground(page) && isDark(backgroundOf(page, [body, root])),
  );
}

/** Backgrounds that need no closer look. */
const harmless = /^(?:|white|transparent|inherit|initial|rgb\(255, 255, 255\)|rgba\(.*, 0\))$/;

/** Whether the chapter's styles give the page a background that may be dark, which is rare. */
function setsBackground(page: Document): boolean {
  let mayBeDark = false;
  eachAuthorStyle(page, ':is(html, body)[style*="background"]', (style, where) => {
    if (mayBeDark || harmless.test(style.backgroundColor)) return;
    mayBeDark =
      typeof where !== 'string' ||
      [page.documentElement, page.body].some((element) => element.matches(where));
  });
  return mayBeDark || page.body.hasAttribute('bgcolor');
}

/** The background color that the page has without the reader's style sheet. */
function backgroundOf(page: Document, elements: readonly Element[]): string | undefined {
  const own = [...page.styleSheets].find(
    ({ ownerNode }) => (ownerNode as Element | null)?.id === 'lectern-page',
  );
  const view = page.defaultView;
  if (!own || !view) return undefined;
  own.disabled = true;
  const colors = elements.map((element) => view.getComputedStyle(element).backgroundColor);
  own.disabled = false;
  return colors.find((color) => !/^(?:transparent|rgba\(.*, 0\))$/.test(color));
}

/** @param color as browsers serialize it: rgb(…) or rgba(…) */
export function isDark(color: string | undefined): boolean {
  const channels = color?.match(/^rgba?\((\d+), (\d+), (\d+)/)?.slice(1);
  if (channels === undefined) return false;
  const [red = 255, green = 255, blue = 255] = channels.map(Number);
  return isDarkColor(red, green, blue);
}

/** Channels are 0..255. */
const isDarkColor = (red: number, green: number, blue: number): boolean =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) < darkBelow;

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

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

import type { Rendition } from '@lectern/shared-contracts/api/bookParts.ts';
import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { PageTheme } from '../../engine/appearance.ts';
import { reducedMotion } from './pageStyle.ts';
import type { Paginator } from './paginator.ts';

/** Size of a fixed-layout page in CSS pixels. */
interface PageSize {
  width: number;
  height: number;
}

const defaultSize: PageSize = { width: 1_000, height: 1_414 };

/** Whether a chapter is a fixed-layout page: by its own layout if it has one, else by that of the book. */
export const isFixed = ({ layout, spine }: Manifest, index: number): boolean =>
  (spine[index]?.rendition?.layout ?? layout) === 'fixed';

/**
 * The declared page size: viewport meta, SVG viewBox, or the size of its only image.
 * @param available replaces `device-width` and `device-height`
 */
export function pageSize(page: Document, available: PageSize): PageSize {
  const viewport = page.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? '';
  const along = (side: keyof PageSize) => {
    const value = new RegExp(`\\b${side}\\s*=\\s*([\\d.]+|device-${side})`, 'i').exec(viewport)?.[1];
    return value?.startsWith('device') ? available[side] : Number(value);
  };
  const [width, height] = [along('width'), along('height')];
  if (width > 0 && height > 0) return { width, height };
  const drawing = page
    .querySelector('svg[viewBox]')
    ?.getAttribute('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  if (drawing && (drawing[2] ?? 0) > 0 && (drawing[3] ?? 0) > 0)
    return { width: drawing[2] as number, height: drawing[3] as number };
  const picture = onlyPicture(page);
  if (picture && picture.naturalWidth > 0)
    return { width: picture.naturalWidth, height: picture.naturalHeight };
  return defaultSize;
}

/** Timeout in milliseconds for loading the image that determines the page size. */
const pictureTimeoutMs = 3_000;

/** Waits for the image that determines the page size; without it, the default size is used. */
export async function untilSized(page: Document): Promise<void> {
  const picture = page.querySelector('meta[name="viewport"]') ? null : onlyPicture(page);
  if (!picture) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, pictureTimeoutMs));
  await Promise.race([picture.decode().catch(() => {}), timeout]);
}

/** Style sheet of a fixed-layout page, which changes nothing of its own. It is on white paper in every theme. */
export const fixedPageStyle = `
  :root { color-scheme: light !important; }
  :root, body { margin: 0 !important; overflow: hidden !important; }${reducedMotion}`;

/** A white page is not as bright in the dark. */
export function tintPage(page: HTMLElement, theme: PageTheme): void {
  page.style.filter = theme === 'dark' ? 'brightness(0.82)' : '';
}

/** Background behind a fixed-layout page; a background color of the book covers it. */
export const paper = '#fff';

/** The only content of a page, if it is an image; null otherwise. */
function onlyPicture(page: Document): HTMLImageElement | null {
  const pictures = page.body.querySelectorAll('img');
  return pictures.length === 1 && (page.body.textContent ?? '').trim() === '' ? (pictures[0] ?? null) : null;
}

/** Scale and position of a page in a spread whose other side is empty. */
export function fitOnSide(
  size: PageSize,
  available: PageSize,
  side: 'left' | 'right',
): { scale: number; left: number; top: number } {
  const half = { width: available.width / 2, height: available.height };
  const [fit] = fitPages([size], half) as [{ scale: number; left: number; top: number }];
  // Aligned to the fold.
  const left = side === 'left' ? half.width - size.width * fit.scale : half.width;
  return { ...fit, left };
}

/**
 * Scale and position of pages side by side in a container.
 * @param columns how many pages the container has space for
 */
export function fitPages(
  sizes: readonly PageSize[],
  available: PageSize,
  columns = sizes.length,
): { scale: number; left: number; top: number }[] {
  const scales = sizes.map(({ height, width }) =>
    Math.min(available.height / height, available.width / columns / width),
  );
  const widths = sizes.map(({ width }, index) => width * (scales[index] as number));
  let left = (available.width - widths.reduce((sum, width) => sum + width, 0)) / 2;
  return sizes.map(({ height }, index) => {
    const scale = scales[index] as number;
    const fit = { scale, left, top: (available.height - height * scale) / 2 };
    left += widths[index] as number;
    return fit;
  });
}

/** Paginator of a fixed-layout page: one screen. */
export const singlePage: Paginator = {
  count: 1,
  index: 0,
  atStart: true,
  atEnd: true,
  measure() {},
  show() {},
  showEnd() {},
  follow: () => false,
  reveal() {},
  isBefore: () => false,
};

/** A fixed-layout page as its package describes it. */
export interface FixedPage {
  /** Spine index. */
  index: number;
  spread?: Rendition['spread'];
  side?: Rendition['side'];
}

/** A page in a spread; without a side it is centered. */
export interface PlacedPage {
  index: number;
  side: 'left' | 'right' | null;
}

/** Minimum width in CSS pixels for a spread, when the book leaves the choice to us. */
const minSpreadWidth = 900;

/** Whether a page may be part of a spread. */
function mayPair({ spread, side }: FixedPage, available: PageSize): boolean {
  if (side === 'center' || spread === 'none') return false;
  if (spread === 'both') return true;
  const landscape = available.width > available.height;
  return landscape && (spread === 'landscape' || available.width >= minSpreadWidth);
}

/**
 * The spread that contains a page. Sides are those of the package; otherwise pages alternate. The first page is a
 * cover and alone, unless the package specifies spreads or its side.
 * @param pages in reading order; null for a reflowable chapter, which ends a spread
 */
export function spreadOf(
  index: number,
  pages: readonly (FixedPage | null)[],
  available: PageSize,
  rtl: boolean,
): PlacedPage[] {
  const [first, second] = rtl ? (['right', 'left'] as const) : (['left', 'right'] as const);
  let spread: PlacedPage[] = [];
  const isInSpread = () => spread.some((page) => page.index === index);
  for (const [at, page] of pages.entries()) {
    const pairs = page !== null && mayPair(page, available);
    const isCover = at === 0 && page?.spread === undefined && pages[1]?.side !== second;
    const goesSecond = page?.side === second || (!page?.side && (spread.length === 1 || isCover));
    const joins = pairs && goesSecond && spread.length === 1 && spread[0]?.side === first;
    if (!joins) {
      if (isInSpread()) return withoutSideAlone(spread, pages);
      spread = [];
    }
    if (page !== null) spread.push({ index: page.index, side: pairs ? (goesSecond ? second : first) : null });
    // A page on the second side, or alone, ends its spread.
    if (!pairs || goesSecond) {
      if (isInSpread()) return withoutSideAlone(spread, pages);
      spread = [];
    }
  }
  return isInSpread() ? withoutSideAlone(spread, pages) : [{ index, side: null }];
}

/** Whether a page is single among spreads, such as the first one: it is as large as those beside others. */
export function isSingleOfSpreads(
  index: number,
  pages: readonly (FixedPage | null)[],
  available: PageSize,
): boolean {
  const pairs = pages.filter((page) => page !== null && mayPair(page, available));
  return pairs.length > 1 && pairs.some((page) => page?.index === index);
}

/** A single page is centered, unless the package specifies its side. */
function withoutSideAlone(spread: PlacedPage[], pages: readonly (FixedPage | null)[]): PlacedPage[] {
  const [only] = spread;
  if (spread.length !== 1 || !only) return spread;
  const givenSide = pages.find((page) => page?.index === only.index)?.side;
  return givenSide ? spread : [{ index: only.index, side: null }];
}

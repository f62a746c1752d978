import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Paginator } from './paginator.ts';
import { reducedMotion } from './reducedMotion.ts';

/** Size of a fixed-layout page in CSS pixels. */
export interface PageSize {
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

import type { PdfAppearance } from '../../engine/appearance.ts';

/** CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Free CSS pixels around pages and between them. */
export const gap = 16;
/** Windows up to this width, such as on a phone, have no free space at the sides. */
const narrow = 700;
/** The automatic fit makes no page smaller than this, so that words stay readable, */
const readable = 0.75;
/** and none larger. */
const largest = 2;

/** Width for pages in a window. */
export const availableWidth = (window: Size) => window.width - (window.width < narrow ? 0 : gap);

/**
 * The scale at which pages fit into a window.
 * @param pages what is side by side, at scale 1 and without the margins that are cut off
 */
export function fittedScale(
  zoom: Exclude<PdfAppearance['zoom'], number>,
  pages: readonly Size[],
  window: Size,
): number {
  const width = pages.reduce((sum, page) => sum + page.width, 0);
  const height = Math.max(...pages.map((page) => page.height));
  if (!(width > 0 && height > 0)) return 1;
  const across = Math.max(1, availableWidth(window) - (pages.length - 1) * 4) / width;
  const whole = Math.min(across, Math.max(1, window.height - gap) / height);
  if (zoom === 'page-width') return across;
  if (zoom === 'page-fit') return whole;
  if (window.width < narrow) return across;
  return Math.min(across, Math.max(whole, readable), largest);
}

/** Layout of the grid in CSS pixels. */
export interface GridLayout {
  columns: number;
  /** Distance between column starts. */
  columnWidth: number;
  rowHeight: number;
  coverWidth: number;
  coverHeight: number;
}

/** Row height of the list in CSS pixels at the usual text size. */
export const listRowHeight = 120;
/** That of the compact list. */
export const denseRowHeight = 48;
/** Overscan rows. */
export const overscan = 2;

/** Minimum width of a tile by the width of the grid: 150, 180 or 200. */
export function minimumItemWidth(containerWidth: number): number {
  if (containerWidth < 600) return 150;
  return containerWidth < 900 ? 180 : 200;
}

/** The reader's text size in times of the usual one: what words stand in, or under, grows with it. */
export const textScale = (): number =>
  globalThis.document ? Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1 : 1;

/** As many columns as fit, with the largest covers. Narrow grids have compact rows. */
export function gridLayout(containerWidth: number, scale = textScale()): GridLayout {
  const width = Math.max(1, containerWidth / scale);
  const compact = width < 600;
  const columns = Math.max(1, Math.floor(width / minimumItemWidth(width)));
  const rowHeight = compact ? 280 : 320;
  const columnWidth = width / columns;
  // Below the cover: progress line, two lines of title, author and row gap.
  const coverHeight = rowHeight - 84;
  const coverWidth = scale * Math.min(Math.round((coverHeight * 2) / 3), Math.floor(columnWidth - 12));
  return {
    columns,
    columnWidth: columnWidth * scale,
    rowHeight: rowHeight * scale,
    coverWidth,
    coverHeight: Math.round(coverWidth * 1.5),
  };
}

/** Offset of the stop button from the top of a cover of this width: above the words at its end. */
export const stopButtonTop = (coverWidth: number): string => `calc(${coverWidth * 1.5}px - 4.375rem)`;

/** CSS pixels, used where there is no layout. */
const defaultWidth = 960;

/**
 * Width of the page's content in CSS pixels, before the shelf itself can be measured. A wrong
 * guess renders every book of the first screen twice.
 */
export function contentWidth(container = globalThis.document?.querySelector<HTMLElement>('main')): number {
  if (!container) return defaultWidth;
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(container);
  const width =
    container.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
  return width > 0 ? width : defaultWidth;
}

/** Layout of the grid in CSS pixels. */
export interface GridLayout {
  columns: number;
  /** Distance between column starts. */
  columnWidth: number;
  rowHeight: number;
  coverWidth: number;
  coverHeight: number;
}

export const listRowHeight = 120;
/** Row height of the compact list. */
export const denseRowHeight = 48;
/** Overscan rows. */
export const overscan = 2;

/** Minimum width of a tile by the width of the grid: 150, 180 or 200. */
export function minimumItemWidth(containerWidth: number): number {
  if (containerWidth < 600) return 150;
  return containerWidth < 900 ? 180 : 200;
}

/** As many columns as fit, with the largest covers. Narrow grids have compact rows. */
export function gridLayout(containerWidth: number): GridLayout {
  const width = Math.max(1, containerWidth);
  const compact = width < 600;
  const columns = Math.max(1, Math.floor(width / minimumItemWidth(width)));
  const rowHeight = compact ? 280 : 320;
  const columnWidth = width / columns;
  // Below the cover: progress line, two lines of title, author and row gap.
  const coverHeight = rowHeight - 84;
  const coverWidth = Math.min(Math.round((coverHeight * 2) / 3), Math.floor(columnWidth - 12));
  return { columns, columnWidth, rowHeight, coverWidth, coverHeight: Math.round(coverWidth * 1.5) };
}

/** Offset of the stop button from the top of a cover of this width: above the words at its end. */
export const stopButtonTop = (coverWidth: number): number => coverWidth * 1.5 - 70;

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

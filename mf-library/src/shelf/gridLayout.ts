/** Where things lie in the grid: pure arithmetic, in CSS pixels. */
export interface GridLayout {
  columns: number;
  /** From the start of one column to the start of the next. */
  columnWidth: number;
  rowHeight: number;
  coverWidth: number;
  coverHeight: number;
}

export const listRowHeight = 120;
/** Rows kept ready above and below what is seen. */
export const overscan = 2;

/** The least width of a book by the width of the shelf: 150, 180 or 200. */
export function minimumItemWidth(containerWidth: number): number {
  if (containerWidth < 600) return 150;
  return containerWidth < 900 ? 180 : 200;
}

/** As many columns as fit, and covers as large as the row lets them be. A narrow shelf has the compact rows. */
export function gridLayout(containerWidth: number): GridLayout {
  const width = Math.max(1, containerWidth);
  const compact = width < 600;
  const columns = Math.max(1, Math.floor(width / minimumItemWidth(width)));
  const rowHeight = compact ? 280 : 320;
  const columnWidth = width / columns;
  // Beneath the cover: a hair line of progress, a title, an author, and the space to the next row.
  const coverHeight = rowHeight - 72;
  const coverWidth = Math.min(Math.round((coverHeight * 2) / 3), Math.floor(columnWidth - 12));
  return { columns, columnWidth, rowHeight, coverWidth, coverHeight: Math.round(coverWidth * 1.5) };
}

/** Where the button that ends a session stands, from the top of a cover of this width: over its foot. */
export const stopButtonTop = (coverWidth: number): number => coverWidth * 1.5 - 40;

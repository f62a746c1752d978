import type { TextAppearance } from '../../engine/appearance.ts';

/** Column layout of a screen, in CSS pixels. */
export interface Geometry {
  /** Columns side by side. */
  columns: 1 | 2;
  columnWidth: number;
  /** Column gap; half of it is the margin at each side, so that a screen is exactly `step` wide. */
  gap: number;
  /** Width of the frame, and of one screen of columns. */
  step: number;
  height: number;
  paddingTop: number;
  paddingBottom: number;
}

/** Minimum width for two columns. */
const minTwoColumnWidth = 1100;

/** Maximum line length in em by margin setting: 60-75 characters are 28-32 em. */
const maxLineLength = [38, 32, 28, 24] as const;
const minMargin = [12, 20, 36, 56] as const;

/** Room for the bars, in rem: they never cover text, and no line moves when they come and go. */
const barRoom = { top: 3.5, bottom: 5.25, bottomOnPhone: 6.25, bottomInOneRow: 3.5 } as const;

/** Font size of the app, in CSS pixels. */
export const appFontSize = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/**
 * Layout for a page size. Margins beyond the maximum line length are outside of the frame.
 * @param rem font size of the app, in CSS pixels
 */
export function pageGeometry(
  size: { width: number; height: number },
  text: Pick<TextAppearance, 'fontSize' | 'margins'>,
  rem = 16,
): Geometry {
  const level = Math.min(3, Math.max(0, Math.round(text.margins)));
  const columns = size.width >= minTwoColumnWidth ? 2 : 1;
  const narrow = size.width <= 480;
  const side = Math.min((minMargin[level] as number) * (narrow ? 1 : 1.6), size.width / 8);
  const longest = (maxLineLength[level] as number) * text.fontSize;
  const slot = Math.floor(size.width / columns);
  const columnWidth = Math.max(1, Math.floor(Math.min(slot - 2 * side, longest)));
  const gap = Math.min(slot - columnWidth, Math.round(2 * Math.max(side, text.fontSize * 1.5)));
  const bottom = narrow ? barRoom.bottomOnPhone : size.height < 600 ? barRoom.bottomInOneRow : barRoom.bottom;
  return {
    columns,
    columnWidth,
    gap,
    step: columns * (columnWidth + gap),
    height: size.height,
    paddingTop: Math.round(barRoom.top * rem),
    paddingBottom: Math.round(bottom * rem),
  };
}

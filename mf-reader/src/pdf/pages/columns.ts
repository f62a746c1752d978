/** A piece of text on a page, in CSS pixels from its left and top edge. */
export interface TextBox {
  left: number;
  right: number;
  top: number;
  height: number;
}

/** Left and right edge, in CSS pixels, and where its text begins and ends. */
interface Column {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The visible part of a page, in CSS pixels from its left and top edge. */
interface View {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Number of vertical strips in which text is counted. */
const strips = 240;
/** A strip with less text than this fraction of the fullest one is empty: headings may cross the gap. */
const freeBelow = 0.15;
/** Minimum number of empty strips between columns: about one and a half letters. */
const leastGap = 3;
/** Fraction of the page that stays free beside a column. */
const border = 0.012;
/** A column wider than this fraction of the page counts as the whole page. */
const wholePage = 0.75;
/** A column fills the window when its width is between these fractions of the window. */
const fills = { least: 0.7, most: 1.15 };
/** Overlap in CSS pixels between two screens of a column, and the smallest distance that is scrolled. */
const overlap = 56;
const minScroll = 8;
/** CSS pixels that stay free above and below a column. */
const around = 14;

/** The text column at a point of the page; null when the page has one column or no text. */
export function columnAt(boxes: readonly TextBox[], x: number, pageWidth: number): Column | null {
  const columns = columnsOf(boxes, pageWidth);
  const nearest = columns.reduce<Column | null>(
    (best, column) => (best === null || distance(column, x) < distance(best, x) ? column : best),
    null,
  );
  return nearest && nearest.right - nearest.left <= wholePage * pageWidth ? nearest : null;
}

/**
 * The next step while a column fills the window: one screen further in the column, or the beginning of the next
 * column (backwards: the end of the previous one).
 * @param columns of the page, in the order in which they are read
 * @returns left and top edge of the view; 'page' after the last column, null when no column fills the window
 */
export function stepInColumns(
  columns: readonly Column[],
  view: View,
  by: 1 | -1,
): Pick<View, 'left' | 'top'> | 'page' | null {
  const at = columns.findIndex(({ left, right }) => {
    const part = (right - left) / view.width;
    const middle = view.left + view.width / 2;
    return left < middle && middle < right && part >= fills.least && part <= fills.most;
  });
  const current = columns[at];
  if (columns.length < 2 || !current) return null;
  const remaining = by > 0 ? current.bottom - (view.top + view.height) : view.top - current.top;
  if (remaining > minScroll)
    return { left: current.left, top: view.top + by * Math.min(remaining, view.height - overlap) };
  const next = columns[at + by];
  return next ? startOf(next, view, by) : 'page';
}

/** The view with which a column begins, or backwards the one with which it ends. */
export function startOf(column: Column, view: View, by: 1 | -1): Pick<View, 'left' | 'top'> {
  const top = by > 0 ? column.top : Math.max(column.top, column.bottom - view.height);
  return { left: column.left, top };
}

/** The columns of text of a page from the left; one when its lines go across the page, none without text. */
export function columnsOf(boxes: readonly TextBox[], pageWidth: number): Column[] {
  if (boxes.length === 0) return [];
  const text = new Array<number>(strips).fill(0);
  const stripOf = (x: number) => Math.min(strips - 1, Math.max(0, Math.floor((x / pageWidth) * strips)));
  for (const { left, right, height } of boxes)
    for (let strip = stripOf(left); strip <= stripOf(right); strip++)
      text[strip] = (text[strip] ?? 0) + height;
  const free = Math.max(...text) * freeBelow;
  const columns: { first: number; last: number }[] = [];
  for (const [strip, amount] of text.entries()) {
    if (amount <= free) continue;
    const current = columns.at(-1);
    if (current && strip - current.last <= leastGap) current.last = strip;
    else columns.push({ first: strip, last: strip });
  }
  const edges = columns.map(({ first, last }) => ({
    left: Math.max(0, (first / strips - border) * pageWidth),
    right: Math.min(pageWidth, ((last + 1) / strips + border) * pageWidth),
  }));
  return edges.map(({ left, right }, index) => {
    // Headings across several columns belong to the first one, what is below them to the last one.
    const own = boxes.filter((box) => {
      const middle = (box.left + box.right) / 2;
      return left < middle && middle < right && box.right - box.left <= right - left;
    });
    const top = index === 0 ? boxes : own;
    const bottom = index === edges.length - 1 ? boxes : own;
    return {
      left,
      right,
      top: Math.max(0, Math.min(...top.map((box) => box.top)) - around),
      bottom: Math.max(...bottom.map((box) => box.top + box.height)) + around,
    };
  });
}

const distance = ({ left, right }: Column, x: number) => Math.max(left - x, x - right, 0);

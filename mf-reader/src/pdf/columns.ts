/** A piece of text on a page, in CSS pixels from its left and top edge. */
export interface TextBox {
  left: number;
  right: number;
  height: number;
}

/** Left and right edge, in CSS pixels. */
export interface Column {
  left: number;
  right: number;
}

/** Strips of a page in which text is counted. */
const strips = 240;
/** A strip with less text than this part of the fullest one is free: headings may cross what is between columns. */
const freeBelow = 0.15;
/** Strips that must be free between columns: about a letter and a half. */
const leastGap = 3;
/** Part of the page that stays free beside a column. */
const border = 0.012;
/** A column that is wider than this part of the page is the page. */
const wholePage = 0.75;

/** The column of text at a place of a page; null when the page has one column, or no text. */
export function columnAt(boxes: readonly TextBox[], x: number, pageWidth: number): Column | null {
  const found = columnsOf(boxes, pageWidth);
  const nearest = found.reduce<Column | null>(
    (best, one) => (best === null || distance(one, x) < distance(best, x) ? one : best),
    null,
  );
  return nearest && nearest.right - nearest.left <= wholePage * pageWidth ? nearest : null;
}

function columnsOf(boxes: readonly TextBox[], pageWidth: number): Column[] {
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
  return columns.map(({ first, last }) => ({
    left: Math.max(0, (first / strips - border) * pageWidth),
    right: Math.min(pageWidth, ((last + 1) / strips + border) * pageWidth),
  }));
}

const distance = ({ left, right }: Column, x: number) => Math.max(left - x, x - right, 0);

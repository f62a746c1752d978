import { around, type PageBox, type Run } from './runs.ts';

/** Words on one line of one column, in the order in which they are read. */
export interface Line extends PageBox {
  runs: Run[];
  /** The line that most letters stand on. */
  base: number;
  /** Height of most letters. */
  size: number;
  bold: boolean;
}

/** A column of lines, from the top; or lines across all columns. */
export interface Column extends PageBox {
  lines: Line[];
}

export interface PageLines {
  /** In the order in which they are read. */
  columns: Column[];
  /** Part of the letters, 0..1, that stand beside others in one column, as in tables and in pages of three columns. */
  sideBySide: number;
}

/** Words that are further apart than this times the height of letters are not one line. */
const widestBlank = 1.6;
/** The gap between two columns is at least this times the height of letters. */
const leastGutter = 0.9;
/** A gap is looked for in this part of the width of the text. */
const middle = [0.3, 0.7] as const;
/** A second column has at least this part of the letters of the page, */
const leastColumn = 0.12;
/** and this many lines. */
const fewestLines = 3;

const lettersOf = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.length, 0);

/** The most common height of letters; 0 without letters. */
export function usualSize(runs: readonly Run[]): number {
  const amounts = new Map<number, number>();
  for (const { text, size } of runs) {
    const rounded = Math.round(size * 4) / 4;
    amounts.set(rounded, (amounts.get(rounded) ?? 0) + text.length);
  }
  let [usual, most] = [0, 0];
  for (const [size, amount] of amounts) if (amount > most) [usual, most] = [size, amount];
  return usual;
}

/** Puts the upright words of a page into lines and one or two columns. */
export function linesOf(all: readonly Run[]): PageLines {
  const runs = all.filter(({ upright, text }) => upright && text !== '');
  if (runs.length === 0) return { columns: [], sideBySide: 0 };
  const size = usualSize(runs) || 10;
  const gutter = gutterOf(runs, size);
  const rtl = lettersOf(runs.filter(({ rtl: isRtl }) => isRtl)) > lettersOf(runs) / 2;
  const lines = gutter === null ? joinRuns(runs) : joinBeside(runs, gutter);
  lines.sort((a, b) => a.base - b.base || a.left - b.left);
  const columns = gutter === null ? [columnOf(lines)] : bands(lines, gutter, rtl);
  return { columns, sideBySide: besideEachOther(columns, runs) };
}

const columnOf = (lines: Line[]): Column => ({ ...around(lines), lines });

/**
 * Finds the gap between two columns: where, from top to bottom, most text stands on both sides with nothing across.
 * @returns its middle; null for a page of one column
 */
function gutterOf(runs: readonly Run[], size: number): number | null {
  const { left, right } = around(runs);
  const width = right - left;
  if (width < size * 20) return null;
  const step = Math.max(0.5, size / 8);
  const [first, last] = [left + width * middle[0], left + width * middle[1]];
  const byTop = [...runs].sort((a, b) => a.top - b.top);
  const amounts: { x: number; amount: number }[] = [];
  for (let x = first; x <= last; x += step) amounts.push({ x, amount: besideGap(byTop, x) });
  const most = Math.max(...amounts.map(({ amount }) => amount));
  if (most < lettersOf(runs) * leastColumn) return null;
  // Beside the gap, the longest lines of one column reach across.
  const best = amounts.findIndex(({ amount }) => amount === most);
  let [from, to] = [best, best];
  const isFree = (at: number) => (amounts[at]?.amount ?? 0) >= most * 0.93;
  while (isFree(from - 1)) from--;
  while (isFree(to + 1)) to++;
  if ((to - from + 1) * step < size * leastGutter) return null;
  return ((amounts[from]?.x ?? 0) + (amounts[to]?.x ?? 0)) / 2;
}

/** Letters that stand beside others with nothing across a vertical line between them, by its place. */
function besideGap(byTop: readonly Run[], x: number): number {
  let amount = 0;
  let sides = { left: 0, right: 0, leftLines: 0, rightLines: 0 };
  const close = () => {
    // A single word beside another is not a column.
    if (Math.min(sides.leftLines, sides.rightLines) >= fewestLines)
      amount += Math.min(sides.left, sides.right);
    sides = { left: 0, right: 0, leftLines: 0, rightLines: 0 };
  };
  let base = { left: Number.NEGATIVE_INFINITY, right: Number.NEGATIVE_INFINITY };
  for (const run of byTop) {
    if (run.left < x && run.right > x) {
      close();
      base = { left: Number.NEGATIVE_INFINITY, right: Number.NEGATIVE_INFINITY };
      continue;
    }
    const side = run.right <= x ? 'left' : 'right';
    sides[side] += run.text.length;
    if (run.base > base[side] + run.size * 0.5) {
      sides[`${side}Lines`]++;
      base[side] = run.base;
    }
  }
  close();
  return amount;
}

/** Lines of two columns: those that have nothing but a wide blank between the columns are two. */
function joinBeside(runs: readonly Run[], gutter: number): Line[] {
  return joinRuns(runs).flatMap((line) => {
    const left = line.runs.filter((run) => run.right <= gutter);
    const right = line.runs.filter((run) => run.left >= gutter);
    if (left.length + right.length < line.runs.length || left.length === 0 || right.length === 0) return line;
    const blank = Math.min(...right.map((run) => run.left)) - Math.max(...left.map((run) => run.right));
    return blank < line.size * leastGutter * 0.75 ? line : [lineOf(left), lineOf(right)];
  });
}

const distance = (a: PageBox, b: PageBox) => Math.max(a.left - b.right, b.left - a.right, 0);

/** Whether two pieces stand on one line; small letters may be raised or lowered. */
function sameLine(a: PageBox, b: PageBox): boolean {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return shared > 0.5 * Math.min(a.bottom - a.top, b.bottom - b.top);
}

function joinRuns(runs: readonly Run[]): Line[] {
  const lines: Line[] = [];
  const sorted = [...runs].sort((a, b) => a.base - b.base || a.left - b.left);
  for (const run of sorted) {
    const line = lines.findLast(
      (candidate) =>
        sameLine(candidate, run) &&
        distance(candidate, run) <= widestBlank * Math.max(candidate.size, run.size),
    );
    if (line) {
      line.runs.push(run);
      Object.assign(line, around([line, run]));
    } else lines.push(lineOf([run]));
  }
  // Pieces that were apart when they came may be joined by what came between them.
  return joinNeighbors(lines).map(({ runs }) => lineOf(runs));
}

function joinNeighbors(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (const line of [...lines].sort((a, b) => a.left - b.left)) {
    const before = joined.findLast(
      (candidate) =>
        sameLine(candidate, line) &&
        distance(candidate, line) <= widestBlank * Math.max(candidate.size, line.size) &&
        candidate !== line,
    );
    if (before) {
      before.runs.push(...line.runs);
      Object.assign(before, around([before, line]));
    } else joined.push({ ...line, runs: [...line.runs] });
  }
  return joined;
}

export function lineOf(runs: readonly Run[]): Line {
  const rtl = lettersOf(runs.filter(({ rtl: isRtl }) => isRtl)) > lettersOf(runs) / 2;
  const ordered = [...runs].sort((a, b) => (rtl ? b.right - a.right : a.left - b.left));
  const size = usualSize(ordered);
  const main = ordered.reduce((best, run) =>
    Math.abs(run.size - size) < 0.5 && run.text.length > best.text.length ? run : best,
  );
  return {
    ...around(ordered),
    runs: ordered,
    size,
    base: main.base,
    bold: lettersOf(ordered.filter(({ bold }) => bold)) > 0.8 * lettersOf(ordered),
  };
}

/** Columns between the lines that go across both. */
function bands(lines: readonly Line[], gutter: number, rtl: boolean): Column[] {
  const columns: Column[] = [];
  let left: Line[] = [];
  let right: Line[] = [];
  let across: Line[] = [];
  const close = () => {
    for (const side of rtl ? [right, left] : [left, right]) if (side.length > 0) columns.push(columnOf(side));
    [left, right] = [[], []];
  };
  const closeAcross = () => {
    if (across.length > 0) columns.push(columnOf(across));
    across = [];
  };
  for (const line of lines) {
    if (line.left < gutter && line.right > gutter) {
      if (left.length + right.length > 0) close();
      across.push(line);
    } else {
      closeAcross();
      (line.right <= gutter ? left : right).push(line);
    }
  }
  closeAcross();
  close();
  return columns;
}

function besideEachOther(columns: readonly Column[], runs: readonly Run[]): number {
  let beside = 0;
  for (const { lines } of columns)
    for (const line of lines)
      if (lines.some((other) => other !== line && sameLine(line, other) && distance(line, other) > 0))
        beside += lettersOf(line.runs);
  return beside / Math.max(1, lettersOf(runs));
}

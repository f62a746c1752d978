import type { Piece } from './blocks.ts';
import type { Run } from './runs.ts';

/** Widths of the beginnings of a text of growing length, in any unit: `widths[n]` is that of n letters. */
export type Measure = (text: string, family: string) => readonly number[];

/** Where the letter at an offset of a run begins, across the page as it is seen. */
export function placeOfLetter(run: Run, offset: number, measure: Measure): number {
  const widths = measure(run.text, run.family);
  const part = (widths[offset] ?? widths.at(-1) ?? 0) / (widths.at(-1) || 1);
  return run.rtl ? run.right - part * (run.right - run.left) : run.left + part * (run.right - run.left);
}

/** The offset in a run of the letter at a place: the nearest beginning of a word where one is nearly there. */
export function letterAt(run: Run, x: number, measure: Measure): number {
  const widths = measure(run.text, run.family);
  const whole = widths.at(-1) || 1;
  const along = (run.rtl ? run.right - x : x - run.left) / Math.max(0.01, run.right - run.left);
  const wanted = Math.min(1, Math.max(0, along)) * whole;
  let nearest = 0;
  for (const [offset, width] of widths.entries())
    if (Math.abs(width - wanted) < Math.abs((widths[nearest] ?? 0) - wanted)) nearest = offset;
  const tolerance = (0.45 * run.size * whole) / Math.max(0.01, run.right - run.left);
  const isEdge = (offset: number) =>
    offset === 0 ||
    offset === run.text.length ||
    /\s/u.test(run.text[offset] ?? '') !== /\s/u.test(run.text[offset - 1] ?? '');
  const edges = widths
    .map((width, offset) => ({ offset, away: Math.abs(width - wanted) }))
    .filter(({ offset, away }) => isEdge(offset) && away <= tolerance)
    .sort((a, b) => a.away - b.away);
  return edges[0]?.offset ?? nearest;
}

/** The part of a piece that lies in one of some boxes of the page as it is seen; null for none. */
export function partInBox(
  piece: Piece,
  box: { left: number; top: number; right: number; bottom: number },
  measure: Measure,
): { start: number; end: number } | null {
  const { run } = piece;
  if (!run) return null;
  const middle = (run.top + run.bottom) / 2;
  const isBeside = middle < box.top || middle > box.bottom;
  if (isBeside || run.right <= box.left || run.left >= box.right) return null;
  const ends = [box.left, box.right].map((x) =>
    x <= run.left
      ? run.rtl
        ? run.text.length
        : 0
      : x >= run.right
        ? run.rtl
          ? 0
          : run.text.length
        : letterAt(run, x, measure),
  ) as [number, number];
  const start = Math.max(0, Math.min(...ends) - piece.skipped);
  const end = Math.min(piece.text.length, Math.max(...ends) - piece.skipped);
  return end > start && piece.text.slice(start, end).trim() !== '' ? { start, end } : null;
}

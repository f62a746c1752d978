import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { markAt, type PaintedMark, paint, paintName, paintNames } from '../../engine/highlightPaint.ts';
import { findQuote, quoteOf } from '../../engine/quote.ts';
import type { Box, Mark, Selected } from '../../engine/renderer.ts';
import { marginsBeside, textAround, visibleBox } from '../../engine/selection.ts';
import { TextMap } from '../../engine/textMap.ts';
import { passageOf, selectedText } from '../highlights/passageOf.ts';
import { mergeLines, ordered, type Rect } from '../highlights/rects.ts';
import { type Measure, partInBox, placeOfLetter } from '../reflow/places.ts';
import type { Run } from '../reflow/runs.ts';
import { screenBox } from '../reflow/structure.ts';
import type { TextSection } from './textSection.ts';

/** A page that is shown as text. */
export interface ShownPage {
  page: number;
  section: TextSection;
  /** Matrix from the units of the page to the page as it is seen, at scale 1. */
  toScreen: readonly number[];
}

/** Tolerance in CSS pixels above and below a line. */
const leading = 4;

/** Ranges of the words of a passage on a page that is shown as text. */
export function rangesOf(
  { page, section, toScreen }: ShownPage,
  locator: Locator,
  measure: Measure,
): Range[] {
  const part = locator.page === page ? locator : locator.continued?.find((one) => one.page === page);
  if (!part) return [];
  const rects = part.rects ?? [];
  if (rects.length === 0) {
    const map = new TextMap(section.body);
    const found = locator.quote && locator.page === page ? findQuote(map.text, locator.quote) : null;
    const range = found && map.rangeOf(found);
    return range ? [range] : [];
  }
  const boxes = rects.map((rect) => screenBox(rect, toScreen));
  const ranges: Range[] = [];
  let last: Range | null = null;
  for (const { node, piece } of section.pieces) {
    const parts = boxes.flatMap((box) => partInBox(piece, box, measure) ?? []);
    const [first] = parts;
    if (!first) {
      // A space between two highlighted words is highlighted, too.
      if (piece.run) last = null;
      continue;
    }
    const start = Math.min(...parts.map((one) => one.start));
    const end = Math.max(...parts.map((one) => one.end));
    if (last && start === 0) last.setEnd(node, end);
    else {
      last = document.createRange();
      last.setStart(node, start);
      last.setEnd(node, end);
      ranges.push(last);
    }
    if (end < piece.text.length) last = null;
  }
  return ranges;
}

/** The rectangles of the selected words of a page, in its units. */
function rectsOf({ section, toScreen }: ShownPage, range: Range, measure: Measure): Rect[] {
  const rects: Rect[] = [];
  for (const { node, piece } of section.pieces) {
    const { run } = piece;
    if (!run || !range.intersectsNode(node)) continue;
    const start = node === range.startContainer ? range.startOffset : 0;
    const end = node === range.endContainer ? range.endOffset : node.length;
    if (node.data.slice(start, end).trim() === '') continue;
    const x1 = placeOfLetter(run, start + piece.skipped, measure);
    const x2 = placeOfLetter(run, end + piece.skipped, measure);
    const corners = [
      [x1, run.top],
      [x2, run.bottom],
    ].map(([x, y]) => inverse(toScreen, x as number, y as number));
    rects.push(ordered(corners.flat()));
  }
  return mergeLines(rects);
}

function inverse(
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[],
  x: number,
  y: number,
): [number, number] {
  const size = a * d - b * c || 1;
  return [(d * (x - e) - c * (y - f)) / size, (a * (y - f) - b * (x - e)) / size];
}

/** The rectangle of letters that were drawn together, in the units of their page. */
export function rectOfRun({ toScreen }: Pick<ShownPage, 'toScreen'>, run: Run): Rect {
  return ordered([...inverse(toScreen, run.left, run.top), ...inverse(toScreen, run.right, run.bottom)]);
}

/**
 * The selection as a passage, as it would be on the pages.
 * @param pages those that are shown, in order
 * @param container element that shows them
 */
export function selectedIn(
  pages: readonly ShownPage[],
  range: Range,
  measure: Measure,
  container: Element,
): Selected | null {
  const parts = pages
    .filter(({ section }) => range.intersectsNode(section.body))
    .map((shown) => ({ shown, page: shown.page, rects: rectsOf(shown, range, measure) }))
    .filter(({ rects }) => rects.length > 0);
  const [first, ...others] = parts;
  const text = selectedText(range);
  if (!first || text === '') return null;
  const map = new TextMap(first.shown.section.body);
  const quote = quoteOf(map.text, map.spanOf(range));
  const locator = passageOf(first, others, quote, text);
  const box = visibleBox(range, { width: innerWidth, height: innerHeight });
  const texts = parts.map(({ shown }) => shown.section.body.getBoundingClientRect());
  const margins = marginsBeside(texts, container.getBoundingClientRect());
  return { text, around: textAround(range), locator, page: first.page, box, margins };
}

/** Highlights over the text, by the CSS Custom Highlight API. */
export class TextMarks {
  readonly #measure: Measure;
  #marks: readonly Mark[] = [];
  #drawn: PaintedMark[] = [];
  #flashing: ReturnType<typeof setTimeout> | undefined;

  constructor(measure: Measure) {
    this.#measure = measure;
  }

  set(marks: readonly Mark[], pages: readonly ShownPage[]): void {
    this.#marks = marks;
    this.draw(pages);
  }

  /** To be called when other pages are shown, too. */
  draw(pages: readonly ShownPage[]): void {
    this.#drawn = [];
    const painted = new Map<string, Range[]>();
    for (const mark of this.#marks) {
      const ranges = pages.flatMap((shown) => rangesOf(shown, mark.locator, this.#measure));
      this.#drawn.push(...ranges.map((range) => ({ id: mark.id, range })));
      const name = paintName(mark.color, mark.style);
      painted.set(name, [...(painted.get(name) ?? []), ...ranges]);
    }
    for (const name of paintNames) paint(name, painted.get(name) ?? []);
  }

  /** The highlight at a point of the window. */
  at(x: number, y: number): { id: string; box: Box } | null {
    return markAt(this.#drawn, x, y, leading);
  }

  /** Highlights words for two seconds. */
  flash(ranges: readonly Range[]): void {
    clearTimeout(this.#flashing);
    paint('lectern-flash', ranges, 1);
    this.#flashing = setTimeout(() => paint('lectern-flash', []), 2_000);
  }

  destroy(): void {
    clearTimeout(this.#flashing);
    for (const name of [...paintNames, 'lectern-flash', 'lectern-spoken']) paint(name, []);
  }
}

import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { findQuote } from '../../engine/quote.ts';
import type { Selected } from '../../engine/renderer.ts';
import { textAround } from '../../engine/selection.ts';
import { TextMap } from '../../engine/textMap.ts';
import { selectedPassage } from '../highlights/pdfSelection.ts';
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

const measure = createMeasure();

/** Ranges of the words of a passage on a page that is shown as text. */
export function rangesOf({ page, section, toScreen }: ShownPage, locator: Locator): Range[] {
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
function rectsOf({ section, toScreen }: ShownPage, range: Range): Rect[] {
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
export function selectedIn(pages: readonly ShownPage[], range: Range, container: Element): Selected | null {
  const parts = pages
    .filter(({ section }) => range.intersectsNode(section.body))
    .map((shown) => ({ shown, page: shown.page, rects: rectsOf(shown, range) }));
  return selectedPassage(
    range,
    parts,
    ({ shown }) => shown.section.body,
    textAround(range),
    parts.map(({ shown }) => shown.section.body.getBoundingClientRect()),
    container,
  );
}

/** Measures text with a font of the same generic family, which is accurate enough for the beginnings of words. */
function createMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d');
  const cache = new Map<string, readonly number[]>();
  return (text, family) => {
    const key = `${family}\n${text}`;
    const before = cache.get(key);
    if (before) return before;
    if (cache.size > 5_000) cache.clear();
    if (context) context.font = `32px ${family}`;
    const widths = Array.from({ length: text.length + 1 }, (_, count) =>
      context ? context.measureText(text.slice(0, count)).width : count,
    );
    cache.set(key, widths);
    return widths;
  };
}

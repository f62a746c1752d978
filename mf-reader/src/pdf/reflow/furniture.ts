import { textOfLine } from './blocks.ts';
import type { Column, Line } from './lines.ts';

/** Lines of a page with its height, at scale 1. */
export interface PageOfLines {
  columns: readonly Column[];
  height: number;
}

/** Running heads and page numbers stand in this part of a page at its top and bottom. */
const margin = 0.14;

/** Maximum size of the letters of a running head relative to those of the text. */
const largest = 1.15;

/** A running head without its numbers, for comparison. */
const shape = (line: Line) =>
  textOfLine(line)
    .toLowerCase()
    .replace(/[\divxlc]+/gu, '#')
    .replace(/\s+/gu, ' ');

function inMargin(line: Line, height: number): 'top' | 'bottom' | null {
  if (line.bottom < height * margin) return 'top';
  return line.top > height * (1 - margin) ? 'bottom' : null;
}

const isNumber = (text: string) => /^[-–—\s]*(?:\d{1,4}|[ivxlc]{1,7})[-–—\s]*$/iu.test(text);

/** The first or last line of its page, without the other lines at that edge of the page that are dropped with it. */
function atEdge(line: Line, { columns }: PageOfLines, where: 'top' | 'bottom'): boolean {
  const others = columns.flatMap(({ lines }) => lines).filter((candidate) => candidate !== line);
  const further = others.filter((candidate) =>
    where === 'top' ? candidate.base < line.base - 1 : candidate.base > line.base + 1,
  );
  return further.length <= 2;
}

/**
 * The columns of a page without running heads and page numbers: lines at its edges that a page near it has, too, but
 * for their numbers.
 */
export function withoutFurniture(
  page: PageOfLines,
  near: readonly PageOfLines[],
  usualSize: number,
): Column[] {
  const isFurniture = (line: Line) => {
    const where = inMargin(line, page.height);
    // "Chapter 1" in large letters is a heading, whatever the next page begins with.
    if (where === null || line.size > usualSize * largest || !atEdge(line, page, where)) return false;
    if (isNumber(textOfLine(line))) return true;
    return near.some((other) =>
      other.columns.some(({ lines }) =>
        lines.some(
          (candidate) =>
            inMargin(candidate, other.height) === where &&
            Math.abs(candidate.base - line.base) < line.size &&
            shape(candidate) === shape(line),
        ),
      ),
    );
  };
  return page.columns
    .map((column) => ({ ...column, lines: column.lines.filter((line) => !isFurniture(line)) }))
    .filter(({ lines }) => lines.length > 0);
}

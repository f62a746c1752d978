import type { NoText } from '../../engine/documentTools.ts';
import { type Block, blocksOf, type PictureBlock, textOfLine, type Usual } from './blocks.ts';
import { type Column, type Line, linesOf } from './lines.ts';
import { isInside } from './pictures.ts';
import type { PageBox, Run } from './runs.ts';
import { blocksOfStructure, type StructureNode, structuredContent, unplaced } from './structure.ts';

/** The data of a page for reflow. */
interface ReadPage {
  runs: readonly Run[];
  pictures: readonly PageBox[];
  /** Null for a page that is not tagged. */
  structure: StructureNode | null;
  /** Matrix from the units of the page to the page as it is seen, at scale 1. */
  toScreen: readonly number[];
  height: number;
}

/** Minimum fraction of the letters of a page that its structure must contain to be used. */
const wellTagged = 0.85;

/** The lines of a page, for comparing its running heads with those of others. */
export const pageOfLines = ({ runs, height }: Pick<ReadPage, 'runs' | 'height'>): PageOfLines => ({
  columns: linesOf(runs).columns,
  height,
});

/** Part of the letters, 0..1, that are in the structure of a tagged page, besides those of running heads. */
function taggedPart({ runs, structure }: Pick<ReadPage, 'runs' | 'structure'>): number {
  if (!structure) return 0;
  const ids = structuredContent(structure);
  let [tagged, all] = [0, 0];
  for (const { contentId, text } of runs) {
    // Marked content without a structure element is decoration.
    if (contentId === null) continue;
    all += text.length;
    if (ids.has(contentId)) tagged += text.length;
  }
  return all === 0 ? 0 : tagged / all;
}

/**
 * The text of a page in the order in which it is read, with its pictures, notes last.
 * @param near pages before and after it, whose running heads it may share
 */
export function blocksOfPage(page: ReadPage, near: readonly PageOfLines[], usual: Usual): Block[] {
  const isTagged = taggedPart(page) >= wellTagged;
  const blocks =
    isTagged && page.structure
      ? blocksOfStructure(page.structure, withoutHeads(page, near, usual), page.toScreen)
      : blocksOfLayout(page, near, usual);
  const isKnown = (box: PageBox) =>
    blocks.some(
      (block) =>
        block.kind === 'picture' &&
        block.box !== unplaced &&
        (isInside(box, block.box) || isInside(block.box, box)),
    );
  const unknown = page.pictures.filter((box) => !isKnown(box)).sort((a, b) => a.top - b.top);
  // Pictures whose order, but not place, is in the structure.
  const placed = blocks.flatMap((block): Block[] => {
    if (block.kind !== 'picture' || block.box !== unplaced) return [block];
    const box = unknown.shift();
    return box ? [{ ...block, box }] : describedOnly(block);
  });
  return withPictures(placed, unknown);
}

/** The description of a picture that cannot be drawn. */
function describedOnly({ description, box }: PictureBlock): Block[] {
  if (description === '') return [];
  const pieces = [{ text: description, run: null, skipped: 0, shift: null }];
  return [{ kind: 'caption', level: 0, pieces, box }];
}

/** The text of a page without running heads, which some tagged files mark as text. */
function withoutHeads(page: ReadPage, near: readonly PageOfLines[], usual: Usual): readonly Run[] {
  const runsOf = ({ columns }: Pick<PageOfLines, 'columns'>) =>
    columns.flatMap(({ lines }) => lines.flatMap(({ runs }) => runs));
  const all = pageOfLines(page);
  const bodyRuns = new Set(runsOf({ columns: withoutFurniture(all, near, usual.size) }));
  const heads = new Set(runsOf(all).filter((run) => !bodyRuns.has(run)));
  return page.runs.filter((run) => !heads.has(run));
}

function blocksOfLayout(page: ReadPage, near: readonly PageOfLines[], usual: Usual): Block[] {
  // Words in a drawing are part of it.
  const runs = page.runs.filter((run) => !page.pictures.some((box) => isInside(run, box)));
  const columns = withoutFurniture(pageOfLines({ ...page, runs }), near, usual.size);
  return blocksOf(columns, usual);
}

/** Puts each picture before the first text of its column that stands below it. */
function withPictures(blocks: readonly Block[], pictures: readonly PageBox[]): Block[] {
  const all = [...blocks];
  for (const box of [...pictures].sort((a, b) => a.top - b.top)) {
    const middle = (box.top + box.bottom) / 2;
    const shares = (other: PageBox) => other.left < box.right && other.right > box.left;
    const isNote = ({ kind }: Block) => kind === 'note';
    const below = all.findIndex(
      (block) => isNote(block) || (shares(block.box) && (block.box.top + block.box.bottom) / 2 > middle),
    );
    const above = all.findLastIndex(
      (block) => !isNote(block) && shares(block.box) && (block.box.top + block.box.bottom) / 2 <= middle,
    );
    const at = above >= 0 && (below < 0 || above < below) ? above + 1 : below < 0 ? all.length : below;
    all.splice(at, 0, { kind: 'picture', box, description: '' });
  }
  return all;
}

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
function withoutFurniture(page: PageOfLines, near: readonly PageOfLines[], usualSize: number): Column[] {
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

/** An examined page. */
export type SampledPage = Pick<ReadPage, 'runs' | 'structure'> & {
  /** Number of letters in the file, and of those with an unknown meaning. */
  letters: number;
  unknown: number;
};

/** Minimum number of letters of a page of text. */
const fewestLetters = 180;
/** Maximum fraction of letters with an unknown meaning, */
const mostUnknown = 0.03;
/** of rotated letters, */
const mostTurned = 0.1;
/** and of letters beside each other in one column. */
const mostBeside = 0.12;
const lettersOf = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.length, 0);

/**
 * Decides by some pages whether the text of a file can be shown in reading order.
 * @returns null when it can, otherwise why not
 */
export function whyNoText(pages: readonly SampledPage[]): NoText | null {
  const letters = pages.reduce((sum, page) => sum + page.letters, 0);
  const unknown = pages.reduce((sum, page) => sum + page.unknown, 0);
  const written = pages.filter((page) => page.letters >= fewestLetters);
  if (letters === 0 || written.length < pages.length * 0.34)
    return letters < fewestLetters ? 'scanned' : 'layout';
  if (unknown > letters * mostUnknown) return 'letters';
  const isReadable = (page: SampledPage) => {
    const turned = lettersOf(page.runs.filter(({ upright }) => !upright));
    if (turned > lettersOf(page.runs) * mostTurned) return false;
    return taggedPart(page) >= wellTagged || linesOf(page.runs).sideBySide <= mostBeside;
  };
  return written.filter(isReadable).length >= written.length * 0.75 ? null : 'layout';
}

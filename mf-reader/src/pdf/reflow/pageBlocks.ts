import { type Block, blocksOf, type PictureBlock, type Usual } from './blocks.ts';
import { type PageOfLines, withoutFurniture } from './furniture.ts';
import { linesOf } from './lines.ts';
import { isInside } from './pictures.ts';
import type { PageBox, Run } from './runs.ts';
import { blocksOfStructure, type StructureNode, structuredContent, unplaced } from './structure.ts';

/** The data of a page for reflow. */
export interface ReadPage {
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
export function taggedPart({ runs, structure }: Pick<ReadPage, 'runs' | 'structure'>): number {
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

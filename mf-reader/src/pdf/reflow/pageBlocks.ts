import { type Block, blocksOf, type PictureBlock, type Usual } from './blocks.ts';
import { type PageOfLines, withoutFurniture } from './furniture.ts';
import { linesOf } from './lines.ts';
import { isInside } from './pictures.ts';
import type { PageBox, Run } from './runs.ts';
import { blocksOfStructure, type StructureNode, structuredContent } from './structure.ts';

/** What is known of a page. */
export interface ReadPage {
  runs: readonly Run[];
  pictures: readonly PageBox[];
  /** Null for a page that is not tagged. */
  structure: StructureNode | null;
  /** Matrix from the units of the page to the page as it is seen, at scale 1. */
  toScreen: readonly number[];
  height: number;
}

/** Part of the letters of a page that its structure has, from which it is believed. */
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
    // What a tagged file has marked without naming it is decoration.
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
  const found =
    isTagged && page.structure
      ? blocksOfStructure(page.structure, page.runs, page.toScreen)
      : blocksOfLayout(page, near, usual);
  const described = found.filter(({ kind }) => kind === 'picture') as PictureBlock[];
  const isKnown = (box: PageBox) => described.some((one) => isInside(box, one.box) || isInside(one.box, box));
  return withPictures(
    found,
    page.pictures.filter((box) => !isKnown(box)),
  );
}

function blocksOfLayout(page: ReadPage, near: readonly PageOfLines[], usual: Usual): Block[] {
  // Words in a drawing are part of it.
  const runs = page.runs.filter((run) => !page.pictures.some((box) => isInside(run, box)));
  const columns = withoutFurniture(pageOfLines({ ...page, runs }), near);
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

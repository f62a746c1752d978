import { type Block, type BlockKind, piecesOf, type TextBlock } from './blocks.ts';
import { lineOf } from './lines.ts';
import { around, multiply, type PageBox, type Run } from './runs.ts';

/** A part of the structure of a tagged page, as pdf.js gives it. */
export interface StructureNode {
  role?: string;
  children?: readonly StructureNode[];
  /** Of a leaf: 'content' with the id of a part of the page. */
  type?: string;
  id?: string;
  alt?: string;
  lang?: string;
  /** Left, bottom, right and top, in the units of the page. */
  bbox?: readonly number[];
}

/** Parts that have text of their own, besides headings. */
const kinds: Readonly<Record<string, BlockKind>> = {
  P: 'paragraph',
  BlockQuote: 'paragraph',
  Caption: 'caption',
  LI: 'item',
  Note: 'note',
  FENote: 'note',
  Code: 'code',
  TOCI: 'item',
  BibEntry: 'item',
  Formula: 'paragraph',
};

/** Ids of all parts of the page that the structure has. */
export function structuredContent(node: StructureNode): Set<string> {
  const ids = new Set<string>();
  const visit = (node: StructureNode) => {
    if (node.type === 'content' && node.id) ids.add(node.id);
    for (const child of node.children ?? []) visit(child);
  };
  visit(node);
  return ids;
}

/**
 * The text of a tagged page by its structure, notes last.
 * @param toScreen matrix from the units of the page to the page as it is seen, at scale 1
 */
export function blocksOfStructure(
  tree: StructureNode,
  runs: readonly Run[],
  toScreen: readonly number[],
): Block[] {
  const byId = new Map<string, Run[]>();
  for (const run of runs) {
    if (run.contentId === null) continue;
    const existing = byId.get(run.contentId);
    if (existing) existing.push(run);
    else byId.set(run.contentId, [run]);
  }
  const blocks: Block[] = [];
  const notes: Block[] = [];
  const add = (kind: BlockKind, level: number, node: StructureNode) => {
    const runs = contentOf(node, byId);
    if (runs.length === 0) return;
    const language = node.lang;
    const block: TextBlock = {
      kind,
      level,
      pieces: piecesOf(linesInOrder(runs)),
      box: around(runs),
      ...(language ? { language } : {}),
    };
    if (block.pieces.length > 0) (kind === 'note' ? notes : blocks).push(block);
  };
  const visit = (node: StructureNode) => {
    const { role = '' } = node;
    const heading = /^H([1-6])?$/u.exec(role) ?? (role === 'Title' ? ['', '1'] : null);
    if (heading) return add('heading', Number(heading[1] ?? 2), node);
    if (role === 'Table') {
      const table = tableOf(node, byId);
      if (table) blocks.push(table);
      return;
    }
    if (role === 'Figure') {
      const box = node.bbox && screenBox(node.bbox, toScreen);
      const runs = contentOf(node, byId);
      if (runs.length > 0 && !box) add('paragraph', 0, node);
      else blocks.push({ kind: 'picture', box: box || unplaced, description: node.alt ?? '' });
      return;
    }
    const kind = kinds[role];
    // A list within an item, a note within a paragraph and the like are blocks of their own.
    if (kind) {
      const inner = (node.children ?? []).filter(({ role: childRole = '' }) => ownBlock.has(childRole));
      add(kind, 0, { ...node, children: (node.children ?? []).filter((child) => !inner.includes(child)) });
      for (const child of inner) visit(child);
      return;
    }
    // Adjacent text outside of paragraphs becomes one paragraph.
    let loose: StructureNode[] = [];
    const close = () => {
      if (loose.length > 0) add('paragraph', 0, { children: loose });
      loose = [];
    };
    for (const child of node.children ?? []) {
      if (isInline(child)) {
        loose.push(child);
        continue;
      }
      close();
      visit(child);
    }
    close();
  };
  visit(tree);
  return [...blocks, ...notes];
}

/** For a picture whose place is not in the structure. */
export const unplaced: PageBox = { left: 0, top: 0, right: 0, bottom: 0 };

const ownBlock = new Set(['L', 'Table', 'Figure', 'Note', 'FENote']);
const inline = new Set(['Span', 'Link', 'Reference', 'Em', 'Strong', 'Quote', 'Annot', 'Lbl', 'Sub']);
/** Structure elements without a meaning of their own. */
const neutral = new Set(['NonStruct', 'Private', '']);
const isInline = ({ type, role = '', children = [] }: StructureNode): boolean =>
  type !== undefined ||
  inline.has(role) ||
  (neutral.has(role) && children.length > 0 && children.every(isInline));

function contentOf(node: StructureNode, byId: ReadonlyMap<string, readonly Run[]>): Run[] {
  if (node.type === 'content') return [...(byId.get(node.id ?? '') ?? [])];
  return (node.children ?? []).flatMap((child) => contentOf(child, byId));
}

/** Pieces in the order of the structure; where the next one stands lower or higher, a line ends. */
function linesInOrder(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [];
  for (const run of runs) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const shared = last ? Math.min(last.bottom, run.bottom) - Math.max(last.top, run.top) : 0;
    if (line && last && shared > 0.4 * Math.min(last.size, run.size)) line.push(run);
    else lines.push([run]);
  }
  return lines.map((line) => lineOf(line).runs);
}

function tableOf(node: StructureNode, byId: ReadonlyMap<string, readonly Run[]>): Block | null {
  const rows: Extract<Block, { kind: 'table' }>['rows'] = [];
  const all: Run[] = [];
  const visit = (node: StructureNode) => {
    if (node.role !== 'TR') {
      for (const child of node.children ?? []) visit(child);
      return;
    }
    const cells = (node.children ?? []).filter(({ role }) => role === 'TD' || role === 'TH');
    rows.push(
      cells.map((cell) => {
        const runs = contentOf(cell, byId);
        all.push(...runs);
        return { header: cell.role === 'TH', pieces: piecesOf(linesInOrder(runs)) };
      }),
    );
  };
  visit(node);
  return all.length === 0 ? null : { kind: 'table', rows, box: around(all) };
}

export function screenBox(
  [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[],
  toScreen: readonly number[],
): PageBox {
  const corners = [
    [x1, y1],
    [x2, y1],
    [x1, y2],
    [x2, y2],
  ].map(([x, y]) => multiply(toScreen, [1, 0, 0, 1, x as number, y as number]));
  const across = corners.map((corner) => corner[4] as number);
  const down = corners.map((corner) => corner[5] as number);
  return {
    left: Math.min(...across),
    top: Math.min(...down),
    right: Math.max(...across),
    bottom: Math.max(...down),
  };
}

import type { Block, Piece, TextBlock } from '../reflow/blocks.ts';
import type { PageBox } from '../reflow/runs.ts';
import type { PageAsText } from './textPages.ts';

/** Where letters of the page are in the document. */
interface ShownPiece {
  node: Text;
  piece: Piece;
}

export interface TextSection {
  body: HTMLElement;
  pieces: readonly ShownPiece[];
  /** Boxes of the page that are to be drawn into canvases. */
  pictures: readonly { box: PageBox; canvas: HTMLCanvasElement }[];
}

interface SectionLabels {
  /** Accessible name of a picture without a description. */
  picture: string;
  notes: string;
}

/** Builds the elements of a page as text. */
export function buildSection({ blocks }: PageAsText, labels: SectionLabels): TextSection {
  const body = document.createElement('div');
  const pieces: ShownPiece[] = [];
  const pictures: { box: PageBox; canvas: HTMLCanvasElement }[] = [];
  let list: HTMLElement | null = null;
  let notes: HTMLElement | null = null;
  const fill = (into: HTMLElement, children: readonly Piece[]) => {
    for (const piece of children) into.append(elementOf(piece, pieces));
  };
  for (const block of blocks) {
    if (block.kind !== 'item') list = null;
    if (block.kind === 'picture') {
      const canvas = document.createElement('canvas');
      canvas.setAttribute('role', 'img');
      canvas.setAttribute('aria-label', block.description || labels.picture);
      const { left, top, right, bottom } = block.box;
      canvas.style.aspectRatio = `${right - left} / ${bottom - top}`;
      canvas.style.inlineSize = `${(right - left) / 16}em`;
      const figure = document.createElement('figure');
      figure.append(canvas);
      body.append(figure);
      pictures.push({ box: block.box, canvas });
    } else if (block.kind === 'table') body.append(tableOf(block, fill));
    else {
      const element = document.createElement(tagOf(block));
      if (block.language) element.lang = block.language;
      element.dir = 'auto';
      if (block.kind === 'caption') element.className = 'lectern-caption';
      fill(element, block.pieces);
      if (block.kind === 'item') {
        list ??= body.appendChild(document.createElement('ul'));
        list.append(element);
      } else if (block.kind === 'note') {
        if (!notes) {
          notes = body.appendChild(document.createElement('aside'));
          notes.setAttribute('role', 'doc-endnotes');
          notes.setAttribute('aria-label', labels.notes);
        }
        notes.append(element);
      } else body.append(element);
    }
  }
  return { body, pieces, pictures };
}

function tagOf({ kind, level }: TextBlock): string {
  if (kind === 'heading') return `h${Math.min(6, level + 1)}`;
  if (kind === 'item') return 'li';
  return kind === 'code' ? 'pre' : 'p';
}

function elementOf(piece: Piece, pieces: ShownPiece[]): Node {
  const node = document.createTextNode(piece.text);
  pieces.push({ node, piece });
  if (piece.shift) return wrapped(piece.shift === 'raised' ? 'sup' : 'sub', node);
  if (piece.run?.bold && piece.run.italic) return wrapped('strong', wrapped('em', node));
  if (piece.run?.bold) return wrapped('strong', node);
  return piece.run?.italic ? wrapped('em', node) : node;
}

function wrapped(tag: string, node: Node): HTMLElement {
  const element = document.createElement(tag);
  element.append(node);
  return element;
}

function tableOf(
  { rows }: Extract<Block, { kind: 'table' }>,
  fill: (into: HTMLElement, children: readonly Piece[]) => void,
): HTMLElement {
  const table = document.createElement('table');
  for (const row of rows) {
    const line = table.insertRow();
    for (const { header, pieces } of row) {
      const cell = document.createElement(header ? 'th' : 'td');
      fill(cell, pieces);
      line.append(cell);
    }
  }
  const around = document.createElement('div');
  around.className = 'lectern-table';
  around.append(table);
  return around;
}

import type { SourceObserver } from '../../intake/ingest/epub/sanitize/sanitizeDocument.ts';
import {
  blockElements,
  crengineTexts,
  formulaRows,
  isBlank,
  preformattedElements,
  type TextPiece,
  textlessElements,
} from './crengineText.ts';

/** An element of a chapter before sanitizing. */
export interface OriginalElement {
  kind: 'element';
  /** Lower case, without prefix. */
  name: string;
  id: string | null;
  parent: OriginalElement | null;
  children: OriginalNode[];
  /** Served offsets of its start and end. */
  start: number;
  end: number;
}

/** A text node as crengine stores it. */
export interface OriginalText {
  kind: 'text';
  parent: OriginalElement;
  /** Served offset of each character, and of the end. */
  offsets: Uint32Array;
  blank: boolean;
}

export type OriginalNode = OriginalElement | OriginalText;

/** Builds the tree of a chapter as crengine would, with served offsets. */
export class OriginalTreeBuilder implements SourceObserver {
  readonly #root: OriginalElement = element('', null, null, 0);
  #current = this.#root;
  /** Number of open elements that preserve white space. */
  #preformatted = 0;
  /** Number of open formulas. */
  #formulas = 0;
  #pieces: TextPiece[] = [];
  #textEnd = 0;
  /** Separators of open <mfenced> elements, where specified. */
  readonly #separators = new Map<OriginalElement, string | undefined>();

  open(rawName: string, attributes: Record<string, string>, at: number): void {
    this.#endText();
    const name = rawName.slice(rawName.indexOf(':') + 1).toLowerCase();
    const opened = element(name, attributes.id ?? null, this.#current, at);
    this.#current.children.push(opened);
    this.#current = opened;
    if (preformattedElements.has(name)) this.#preformatted++;
    if (name === 'math') this.#formulas++;
    if (name === 'mfenced') this.#separators.set(opened, attributes.separators);
  }

  close(at: number): void {
    this.#endText();
    const closed = this.#current;
    closed.end = at;
    if (closed.name === 'math') this.#formulas--;
    if (preformattedElements.has(closed.name)) this.#preformatted--;
    else if (this.#preformatted === 0) removeBlankTexts(closed);
    if (closed.name === 'mfenced') closed.children = fencedChildren(closed, this.#separators.get(closed));
    this.#current = closed.parent ?? this.#root;
  }

  text({ data, raw, from, to }: { data: string; raw: string; from: number; to: number }): void {
    // Dropped characters at the start (a line break after <pre>) get the offset of what follows.
    const missing = data.length - (to - from);
    const offsetOf = (index: number) => Math.min(to, Math.max(from, from + index - missing));
    this.#pieces.push({ data, raw, offsetOf });
    this.#textEnd = to;
  }

  split(): void {
    this.#endText();
  }

  /** The body of the page, or the whole page when there is none. */
  finish(): OriginalElement {
    this.#endText();
    const html = this.#root.children.find(isElementNamed('html'));
    const body = (html?.kind === 'element' ? html : this.#root).children.find(isElementNamed('body'));
    return body?.kind === 'element' ? body : this.#root;
  }

  #endText(): void {
    const pieces = this.#pieces;
    if (pieces.length === 0) return;
    this.#pieces = [];
    const parent = this.#current;
    if (textlessElements.has(parent.name)) return;
    if (this.#formulas > 0 && formulaRows.has(parent.name)) return;
    const blank = isBlank(pieces);
    const isPreformatted = this.#preformatted > 0;
    // White space at the start of a block is dropped.
    if (blank && !isPreformatted && parent.children.length === 0 && blockElements.has(parent.name)) return;
    const within = this.#formulas > 0 ? 'formula' : isPreformatted ? 'listing' : 'prose';
    for (const offsets of crengineTexts(pieces, within))
      parent.children.push({
        kind: 'text',
        parent,
        offsets: Uint32Array.from([...offsets, this.#textEnd]),
        blank,
      });
  }
}

function element(
  name: string,
  id: string | null,
  parent: OriginalElement | null,
  start: number,
): OriginalElement {
  return { kind: 'element', name, id, parent, children: [], start, end: start };
}

const isElementNamed = (name: string) => (node: OriginalNode) =>
  node.kind === 'element' && node.name === name;

const isBlock = (node: OriginalNode | undefined) => node?.kind === 'element' && blockElements.has(node.name);

/** Removes white space next to blocks in mixed content. */
function removeBlankTexts(parent: OriginalElement): void {
  const { children } = parent;
  if (!isBlock(parent) || !children.some(isBlock)) return;
  const isEdge = (at: number, step: 1 | -1): boolean => {
    let next = at + step;
    while (children[next]?.kind === 'text' && (children[next] as OriginalText).blank) next += step;
    return children[next] === undefined || isBlock(children[next]);
  };
  parent.children = children.filter(
    (node, at) => node.kind === 'element' || !node.blank || !(isEdge(at, -1) || isEdge(at, 1)),
  );
}

/**
 * Models how crengine expands `<mfenced>`: an opening operator, a row of children with separators, and a closing
 * operator. The operators are not in the served text.
 */
function fencedChildren(fenced: OriginalElement, separators = ','): OriginalElement['children'] {
  const row = element('mrow', null, fenced, fenced.start);
  row.end = fenced.end;
  const hasSeparators = separators.trim() !== '';
  for (const child of fenced.children) {
    if (hasSeparators && child.kind === 'element' && row.children.length > 0)
      row.children.push(operator(row, child.start));
    child.parent = row;
    row.children.push(child);
  }
  return [operator(fenced, fenced.start), row, operator(fenced, fenced.end)];
}

function operator(parent: OriginalElement, at: number): OriginalElement {
  const made = element('mo', null, parent, at);
  made.children.push({ kind: 'text', parent: made, offsets: Uint32Array.of(at, at), blank: false });
  return made;
}

import type { TextRange } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { firstIndexWhere } from './firstIndexWhere.ts';

/** A point in a document, as Range takes it. */
export interface TextPoint {
  node: Text;
  offset: number;
}

/** Beside the line that is read: readings of characters (ruby), annotations of formulas. As on the server. */
const asides = 'rt,rp,rtc,annotation,desc';
const wordJoiner = '\u2060';

const unread = 'style,script,title,template,noscript';

/** The text of a chapter as one string, with mapping between offsets and DOM points. */
export class TextMap {
  readonly root: Element;
  readonly #document: Document;
  readonly #nodes: Text[] = [];
  /** Offset at which each node begins. */
  readonly #starts: number[] = [];
  readonly length: number;
  /** Separator after each node: a space where a line ends without one. */
  readonly #gaps: string[] = [];
  #text: string | null = null;
  #readText: string | null = null;

  /** @param lines whether lines (of a PDF's text layer) are followed by a space that is not in the document */
  constructor(root: Element, { lines = false } = {}) {
    this.root = root;
    this.#document = root.ownerDocument;
    const walker = this.#document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let length = 0;
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      if (node.data === '' || node.parentElement?.closest(unread)) continue;
      this.#nodes.push(node);
      this.#starts.push(length);
      const gap = lines && node.parentElement?.nextElementSibling?.localName === 'br' ? ' ' : '';
      this.#gaps.push(gap);
      length += node.length + gap.length;
    }
    this.length = length;
  }

  /** Number of text nodes. */
  get pieces(): number {
    return this.#nodes.length;
  }

  piece(index: number): { node: Text; start: number } {
    return { node: this.#nodes[index] as Text, start: this.#start(index) };
  }

  get text(): string {
    this.#text ??= this.#nodes.map((node, index) => node.data + this.#gaps[index]).join('');
    return this.#text;
  }

  /**
   * The text without what stands beside the line, to find words that go on behind it. Offsets are the same: what is
   * left out is replaced by word joiners, which every comparison ignores.
   */
  get readText(): string {
    const pieceOf = ({ data, parentElement }: Text) =>
      parentElement?.closest(asides) ? wordJoiner.repeat(data.length) : data;
    this.#readText ??= this.#nodes.map((node, index) => pieceOf(node) + this.#gaps[index]).join('');
    return this.#readText;
  }

  /** 0..1; 0 for a chapter without text. */
  fractionOf(offset: number): number {
    return this.length === 0 ? 0 : Math.min(1, Math.max(0, offset / this.length));
  }

  offsetOfFraction(fraction: number): number {
    return Math.round(fraction * this.length);
  }

  /** The offset of a DOM point: that of the first text at or after it. */
  offsetOf(container: Node, offset: number): number {
    if (container.nodeType === Node.TEXT_NODE) {
      const index = this.#nodes.indexOf(container as Text);
      if (index >= 0) return this.#start(index) + Math.min(offset, (container as Text).length);
    }
    const child = container.childNodes[offset];
    const index = child ? this.#firstFrom(child) : this.#firstFrom(container, { after: true });
    return this.#starts[index] ?? this.length;
  }

  /** The point at an offset, clamped to the end of the text. Null for a chapter without text. */
  pointAt(offset: number): TextPoint | null {
    const index = this.#indexAt(offset);
    const node = this.#nodes[index];
    if (!node) return null;
    return { node, offset: Math.min(node.length, Math.max(0, offset - this.#start(index))) };
  }

  /** A range over part of the text; null when empty. */
  rangeOf({ start, end }: TextRange): Range | null {
    const from = this.pointAt(start);
    if (!from) return null;
    const range = this.#document.createRange();
    range.setStart(from.node, from.offset);
    // The end maps to the node before it.
    const last = end > start ? this.pointAt(end - 1) : null;
    if (last) range.setEnd(last.node, last.offset + 1);
    else range.collapse(true);
    return range;
  }

  spanOf(range: Range): TextRange {
    return {
      start: this.offsetOf(range.startContainer, range.startOffset),
      end: this.offsetOf(range.endContainer, range.endOffset),
    };
  }

  #indexAt(offset: number): number {
    return Math.max(0, firstIndexWhere(this.#nodes.length, (index) => this.#start(index) > offset) - 1);
  }

  /** The first text at or after a node; in it, too, unless it has to be `after`. */
  #firstFrom(node: Node, { after = false } = {}): number {
    return firstIndexWhere(this.#nodes.length, (index) => {
      const text = this.#nodes[index] as Text;
      const order = node.compareDocumentPosition(text);
      if (after && (order & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0) return false;
      return (order & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 || (!after && text === node);
    });
  }

  #start(index: number): number {
    return this.#starts[index] as number;
  }
}

import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { firstIndexWhere } from '../engine/firstIndexWhere.ts';
import { HighlightPaint, paintSpoken } from '../engine/highlightPaint.ts';
import type { TextPlace } from '../engine/renderer.ts';
import { boxOnPage, scrollBoxTo } from '../engine/scrollBox.ts';
import type { SpokenRange } from '../engine/sentences.ts';
import { TextMap } from '../engine/textMap.ts';
import type { Frame } from './frame.ts';
import { Columns } from './layout/columns.ts';
import { fitWideContent } from './layout/fitWideContent.ts';
import type { Paginator } from './layout/paginator.ts';
import { locatorOf, placeLocator, rangeOfCfi, resolve } from './location/locate.ts';

/** The position at which a chapter is opened. */
export type ChapterArrival =
  | { at: 'start' | 'end' }
  | { at: 'fragment'; fragment: string }
  | { at: 'locator'; locator: Locator; flash: boolean };

export interface ChapterAddress {
  index: number;
  cfiBase: string;
}

/** A rendered chapter: its screens and locators. */
export class ChapterView {
  readonly index: number;
  readonly frame: Frame;
  readonly document: Document;
  readonly map: TextMap;
  readonly marks: HighlightPaint;
  readonly #address: ChapterAddress;
  #paginator: Paginator;
  /** Offset of the first character that was navigated to, kept across layouts. */
  #anchor = 0;
  /** The end was navigated to, and stays visible when fonts or images change the layout. */
  #keepsEnd = false;
  readonly #controller = new AbortController();

  constructor(frame: Frame, page: Document, address: ChapterAddress, divide: (page: Document) => Paginator) {
    this.frame = frame;
    this.document = page;
    this.index = address.index;
    this.#address = address;
    this.map = new TextMap(page.body);
    this.marks = new HighlightPaint(page, ({ locator }) => {
      const range = this.map.rangeOf(resolve(locator, this.map, page));
      return range ? [range] : [];
    });
    fitWideContent(page);
    this.#paginator = divide(page);
    const { signal } = this.#controller;
    // Images and fonts that load late shift the text.
    page.addEventListener('load', () => this.settle(), { capture: true, signal });
    page.fonts?.addEventListener('loadingdone', () => this.settle(), { signal });
    page.addEventListener('toggle', ({ target }) => this.#afterToggle(target as Element), {
      capture: true,
      signal,
    });
  }

  get paginator(): Paginator {
    return this.#paginator;
  }

  get columns(): Columns | null {
    return this.#paginator instanceof Columns ? this.#paginator : null;
  }

  /** Lays the chapter out again and restores the position. */
  layout(divide: (page: Document) => Paginator): void {
    this.document.documentElement.removeAttribute('style');
    fitWideContent(this.document);
    this.#paginator = divide(this.document);
    this.#showAnchor();
  }

  /** Measures again and restores the position. */
  settle(): void {
    this.#paginator.measure();
    if (!this.#paginator.keepsPlace) this.#showAnchor();
  }

  /** Opened or closed details change the number of screens, and may move to another one themselves. */
  #afterToggle(details: Element): void {
    this.settle();
    const box = details.getClientRects()[0];
    if (!box || !details.contains(this.document.activeElement)) return;
    this.#paginator.reveal(box);
    this.anchor();
  }

  /** Keeps the top of the screen as the position. */
  anchor(): void {
    this.#anchor = this.firstShown();
    this.#keepsEnd &&= this.#paginator.atEnd;
  }

  /**
   * Call it when the chapter was scrolled by something other than a page turn, such as a screen reader: snaps to that
   * screen.
   * @returns false when the screen is unchanged
   */
  scrolled(): boolean {
    const selecting = this.document.getSelection()?.isCollapsed === false;
    return (this.#paginator.keepsPlace || !selecting) && this.#paginator.follow();
  }

  /** Offset of the first visible character. */
  firstShown(): number {
    if (this.#paginator.atStart) return 0;
    return this.#pastBlanks(firstVisibleOffset(this.map, (box) => this.#paginator.isBefore(box)));
  }

  /** Offset after the last visible character. */
  lastShown(): number {
    if (this.#paginator.atEnd) return this.map.length;
    return firstVisibleOffset(this.map, (box) => this.#paginator.isBefore(box, 1));
  }

  /** Offset at which reading aloud begins: the target of the last jump if it is visible, else the first character. */
  readFrom(): number {
    const first = this.firstShown();
    return this.#anchor > first && this.#anchor < this.lastShown() ? this.#anchor : first;
  }

  /** A fragment that does not exist leads to the start. */
  arrive(arrival: ChapterArrival): void {
    if (arrival.at === 'locator') {
      const range = this.showLocator(arrival.locator);
      if (arrival.flash && range && !range.collapsed) this.marks.flash([range]);
    } else if (arrival.at === 'end') this.showEnd();
    else if (arrival.at !== 'fragment' || !this.showFragment(arrival.fragment)) this.showStart();
  }

  showLocator(locator: Locator): Range | null {
    const span = resolve(locator, this.map, this.document);
    this.#showOffset(span.start);
    return this.map.rangeOf(span);
  }

  /**
   * Highlights a spoken sentence and reveals it, or a picture that is described; null for none.
   * @param paint false when the book marks it by its own styles
   * @returns true when the screen changed
   */
  speak(span: SpokenRange | null, paint = true): boolean {
    const picture = span?.picture;
    const range = span && !picture ? this.map.rangeOf(span) : null;
    paintSpoken(this.document, paint ? range : null);
    const from = picture ?? range?.startContainer ?? null;
    scrollBoxTo(from, (picture ?? range)?.getClientRects()[0]);
    const boxes = [...((picture ?? range)?.getClientRects() ?? [])].map((box) => boxOnPage(from, box));
    const [first, last] = [boxes[0], boxes[boxes.length - 1]];
    if (!first || !last || (!this.#paginator.isBefore(last) && this.#paginator.isBefore(first, 1)))
      return false;
    this.#showOffset(span?.start ?? 0);
    if (picture) this.#paginator.reveal(first);
    return true;
  }

  /** The text position at a point of the frame's window; null when there is no text. */
  placeAt(x: number, y: number): TextPlace | null {
    const caret = this.document.caretPositionFromPoint?.(x, y);
    if (caret?.offsetNode.nodeType !== Node.TEXT_NODE) return null;
    const range = this.document.createRange();
    range.selectNodeContents(caret.offsetNode);
    // There is a caret position beside a line, too.
    const onWords = [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
    );
    if (!onWords) return null;
    return { target: this.index, offset: this.map.offsetOf(caret.offsetNode, caret.offset) };
  }

  /** @returns false when the chapter has no such place */
  showFragment(fragment: string): boolean {
    const target = this.#targetOf(fragment);
    if (!target) return false;
    if ('startContainer' in target) this.#showOffset(this.map.spanOf(target).start);
    else {
      this.#reveal(target, () => target.getClientRects()[0] ?? target.getBoundingClientRect());
      this.#anchor = this.map.offsetOf(target, 0);
    }
    return true;
  }

  /** The offset of the fragment of an address; null when the chapter has no such place. */
  offsetOfFragment(fragment: string): number | null {
    const target = this.#targetOf(fragment);
    if (!target) return null;
    return 'startContainer' in target ? this.map.spanOf(target).start : this.map.offsetOf(target, 0);
  }

  /** What the fragment of an address leads to: an element by its id, name or CFI, or a place in a text by its CFI. */
  #targetOf(fragment: string): Element | Range | null {
    if (fragment === '') return null;
    const named = this.document.getElementById(fragment) ?? this.document.getElementsByName(fragment)[0];
    if (named || !fragment.startsWith('epubcfi(')) return named ?? null;
    const range = rangeOfCfi(fragment, this.document);
    const start = range?.startContainer;
    return start?.nodeType === Node.ELEMENT_NODE ? (start as Element) : range;
  }

  showStart(): void {
    this.#showOffset(0);
  }

  showEnd(): void {
    this.#paginator.showEnd();
    this.#keepsEnd = true;
    this.anchor();
  }

  /** The position at the top of the screen. */
  place(): Locator {
    const { index, count } = this.#paginator;
    if (this.map.length === 0) return { spine_index: this.index, fraction: count > 1 ? index / count : 0 };
    return placeLocator(this.#anchor, this.map, this.#address);
  }

  /** Fractions of the chapter before the start and the end of the screen, 0..1. */
  fractions(): { from: number; to: number } {
    const { index, count } = this.#paginator;
    if (this.map.length === 0) return { from: index / count, to: (index + 1) / count };
    return { from: this.map.fractionOf(this.#anchor), to: this.map.fractionOf(this.lastShown()) };
  }

  locatorOf(range: Range): Locator {
    return locatorOf(this.map.spanOf(range), this.map, this.#address);
  }

  destroy(): void {
    this.#controller.abort();
    this.marks.destroy();
    this.frame.remove();
  }

  /** White space between paragraphs has no box, so the next word is used. */
  #pastBlanks(offset: number): number {
    const word = /\S/gu;
    word.lastIndex = offset;
    return word.exec(this.map.text)?.index ?? offset;
  }

  #showAnchor(): void {
    if (this.#keepsEnd) this.showEnd();
    else this.#showOffset(this.#anchor);
  }

  #showOffset(offset: number): void {
    this.#anchor = offset;
    this.#keepsEnd = false;
    if (offset <= 0) {
      this.#paginator.show(0);
      return;
    }
    const start = Math.min(this.#pastBlanks(offset), Math.max(0, this.map.length - 1));
    const range = this.map.rangeOf({ start, end: start + 1 });
    if (range)
      this.#reveal(range.startContainer, () => range.getClientRects()[0] ?? parentBox(range) ?? undefined);
  }

  /** @param boxOf measures a place at a node, which may be in a scrolling box */
  #reveal(node: Node, boxOf: () => DOMRect | undefined): void {
    scrollBoxTo(node, boxOf());
    const box = boxOf();
    if (box) this.#paginator.reveal(boxOnPage(node, box));
  }
}

/** White space has no box. */
function parentBox(range: Range): DOMRect | null {
  return range.startContainer.parentElement?.getBoundingClientRect() ?? null;
}

/**
 * The offset of the first character whose box is not before the screen, by binary search, so that
 * a long chapter takes about twenty measurements. The text length when everything is before.
 */
function firstVisibleOffset(map: TextMap, isBefore: (box: DOMRect) => boolean): number {
  const range = document.createRange();
  const boxOf = (select: (range: Range) => void, which: 'first' | 'last' = 'last'): DOMRect | null => {
    select(range);
    const boxes = range.getClientRects();
    const box = boxes[which === 'first' ? 0 : boxes.length - 1];
    return box ? boxOnPage(range.startContainer, box) : null;
  };
  const pieceBefore = (index: number): boolean => {
    // Spaces and hidden text have no box: the start of the next text is used. Its end would be wrong, since
    // a paragraph continued from the last screen would make the space before it the first visible one.
    for (let at = index; at < map.pieces; at++) {
      const box = boxOf((r) => r.selectNodeContents(map.piece(at).node), at === index ? 'last' : 'first');
      if (box) return isBefore(box);
    }
    return false;
  };
  const piece = firstIndexWhere(map.pieces, (index) => !pieceBefore(index));
  if (piece >= map.pieces) return map.length;
  const { node, start } = map.piece(piece);
  const characterBefore = (offset: number): boolean => {
    for (let at = offset; at < node.length; at++) {
      const box = boxOf((r) => {
        r.setStart(node, at);
        r.setEnd(node, at + 1);
      });
      if (box && box.width > 0) return isBefore(box);
    }
    return false;
  };
  const first = firstIndexWhere(node.length, (offset) => !characterBefore(offset));
  // A space at a line break belongs to the end of the previous line.
  const blanks = /^\s*/.exec(node.data.slice(first))?.[0].length ?? 0;
  return start + first + (first + blanks < node.length ? blanks : 0);
}

import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { TextRange } from '@lectern/shared-contracts/domain/search/foldText.ts';
import type { TextPlace } from '../engine/renderer.ts';
import { TextMap } from '../engine/textMap.ts';
import type { Frame } from './frame.ts';
import { HighlightOverlay } from './highlightOverlay.ts';
import { Columns } from './layout/columns.ts';
import { fitWideContent } from './layout/fitWideContent.ts';
import type { Paginator } from './layout/paginator.ts';
import { locatorOf, placeLocator, resolve } from './location/locate.ts';
import { firstFrom } from './location/visibleText.ts';

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
  readonly marks: HighlightOverlay;
  readonly #address: ChapterAddress;
  #paginator: Paginator;
  /** Offset of the first character the reader went to, kept across new layouts. */
  #anchor = 0;
  /** The reader went to the end, which stays in view when fonts or images make the chapter longer. */
  #keepsEnd = false;
  readonly #controller = new AbortController();

  constructor(frame: Frame, page: Document, address: ChapterAddress, divide: (page: Document) => Paginator) {
    this.frame = frame;
    this.document = page;
    this.index = address.index;
    this.#address = address;
    this.map = new TextMap(page.body);
    this.marks = new HighlightOverlay(page, this.map);
    fitWideContent(page);
    this.#paginator = divide(page);
    const { signal } = this.#controller;
    // Images and fonts that load late shift the text.
    page.addEventListener('load', () => this.settle(), { capture: true, signal });
    page.fonts?.addEventListener('loadingdone', () => this.settle(), { signal });
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

  /** Keeps the top of the screen as the position. */
  anchor(): void {
    this.#anchor = this.firstShown();
    this.#keepsEnd &&= this.#paginator.atEnd;
  }

  /**
   * To be called when the chapter has been scrolled by something else than a page turn, as a screen reader does that
   * reads on: shows the screen that was scrolled to. False when it is the one that was shown before.
   */
  scrolled(): boolean {
    const selecting = this.document.getSelection()?.isCollapsed === false;
    return (this.#paginator.keepsPlace || !selecting) && this.#paginator.follow();
  }

  /** Offset of the first character on the screen. */
  firstShown(): number {
    if (this.#paginator.atStart) return 0;
    return this.#pastBlanks(firstFrom(this.map, (box) => this.#paginator.isBefore(box)));
  }

  /** Offset behind the last character on the screen. */
  lastShown(): number {
    if (this.#paginator.atEnd) return this.map.length;
    return firstFrom(this.map, (box) => this.#paginator.isBefore(box, 1));
  }

  showLocator(locator: Locator): Range | null {
    const span = resolve(locator, this.map, this.document);
    this.#showOffset(span.start);
    return this.map.rangeOf(span);
  }

  /**
   * Highlights a spoken sentence and shows it; null for none.
   * @param paint false when the book marks it by itself
   * @returns true when the screen changed
   */
  speak(span: TextRange | null, paint = true): boolean {
    const range = span && this.map.rangeOf(span);
    this.marks.speak(paint ? range : null);
    if (!span || !range) return false;
    const boxes = range.getClientRects();
    const [first, last] = [boxes[0], boxes[boxes.length - 1]];
    if (!first || !last || (!this.#paginator.isBefore(last) && this.#paginator.isBefore(first, 1)))
      return false;
    this.#showOffset(span.start);
    return true;
  }

  /** The place of the words at a point of the frame's window; null where there are none. */
  placeAt(x: number, y: number): TextPlace | null {
    const caret = this.document.caretPositionFromPoint?.(x, y);
    if (caret?.offsetNode.nodeType !== Node.TEXT_NODE) return null;
    const range = this.document.createRange();
    range.selectNodeContents(caret.offsetNode);
    // Beside a line, too, there is a caret.
    const onWords = [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
    );
    if (!onWords) return null;
    return { target: this.index, offset: this.map.offsetOf(caret.offsetNode, caret.offset) };
  }

  /** @returns false when the chapter has no such id */
  showFragment(fragment: string): boolean {
    const element = this.document.getElementById(fragment) ?? this.document.getElementsByName(fragment)[0];
    if (!element) return false;
    this.#paginator.reveal(element.getClientRects()[0] ?? element.getBoundingClientRect());
    this.#anchor = this.offsetOf(element);
    return true;
  }

  offsetOf(element: Element): number {
    return this.map.offsetOf(element, 0);
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

  /** Spaces between paragraphs have no box: the next word is used. */
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
    const box = range && (range.getClientRects()[0] ?? parentBox(range));
    if (box) this.#paginator.reveal(box);
  }
}

/** Spaces have no box of their own. */
function parentBox(range: Range): DOMRect | null {
  return range.startContainer.parentElement?.getBoundingClientRect() ?? null;
}

/** Goes to a fragment of a chapter, or to its start when it has none of that name. */
export function arriveAt(fragment: string): (view: ChapterView) => void {
  return (view) => {
    if (fragment === '' || !view.showFragment(fragment)) view.showStart();
  };
}

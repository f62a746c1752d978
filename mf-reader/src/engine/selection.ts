import type { Box, Margins, Surroundings } from './renderer.ts';

/** Milliseconds after which an unchanged selection is reported. */
const settleMs = 250;

/**
 * Reports the selection in a frame once it has stopped changing. Null when it is cleared.
 * @param texts selector of the texts of the book, where other text is in the same document: a selection that ends
 *   outside of them is shortened to the text that it left
 */
export function watchSelection(
  document: Document,
  onChange: (range: Range | null) => void,
  texts: string | null = null,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pressed = false;
  let isReported = false;
  /** The text in which the selection ended last. */
  let last: Element | null = null;
  /** Where a pointer ended the selection beside the texts; null when it was in one, or a key ended it. */
  let released: Point | null = null;
  const report = () => {
    const selection = document.getSelection();
    if (texts && selection) keepWithin(selection, { texts, last, released });
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
    if (range && !range.collapsed && range.toString().trim() !== '') {
      isReported = true;
      onChange(range);
    } else if (isReported) {
      isReported = false;
      onChange(null);
    }
  };
  const later = () => {
    if (texts) last = textAt(document.getSelection()?.focusNode, texts) ?? last;
    clearTimeout(timer);
    if (!pressed) timer = setTimeout(report, settleMs);
  };
  const onDown = () => {
    pressed = true;
    clearTimeout(timer);
  };
  const onUp = ({ type, target, clientX, clientY }: PointerEvent) => {
    pressed = false;
    const isBeside = type === 'pointerup' && texts && !textAt(target as Node, texts);
    released = isBeside ? { x: clientX, y: clientY } : null;
    later();
  };
  const onKey = () => {
    released = null;
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener('selectionchange', later, { signal });
  document.addEventListener('pointerdown', onDown, { signal });
  document.addEventListener('pointerup', onUp, { signal });
  document.addEventListener('pointercancel', onUp, { signal });
  document.addEventListener('keydown', onKey, { signal });
  return () => {
    clearTimeout(timer);
    listeners.abort();
  };
}

const textAt = (node: Node | null | undefined, texts: string): Element | null =>
  (node instanceof Element ? node : node?.parentElement)?.closest(texts) ?? null;

interface Point {
  x: number;
  y: number;
}

interface Bounds {
  /** Selector of the texts of the book. */
  texts: string;
  /** The text in which the selection ended last. */
  last: Element | null;
  released: Point | null;
}

/**
 * Moves the ends of a selection that are outside of the texts of the book: to the line nearest to where the pointer
 * was released, else to the start or end of a text.
 */
function keepWithin(selection: Selection, { texts, last, released }: Bounds): void {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (selection.isCollapsed || !anchorNode || !focusNode) return;
  const [first, end] = [textAt(anchorNode, texts), textAt(focusNode, texts)];
  if (first && end && !released) return;
  const nearest = first && released && nearestLine(texts, released);
  if (nearest) {
    // A browser takes a place beside the texts for the start of the document, wherever it is on the screen.
    const { line, isPast } = nearest;
    selection.setBaseAndExtent(anchorNode, anchorOffset, line, isPast ? line.childNodes.length : 0);
    return;
  }
  if (first && end) return;
  const range = selection.getRangeAt(0);
  const covered = [...document.querySelectorAll(texts)].filter((text) => range.intersectsNode(text));
  const isForward = anchorNode === range.startContainer && anchorOffset === range.startOffset;
  const left = last && covered.includes(last) ? last : first;
  const start = end ?? covered.at(isForward ? 0 : -1);
  const stop = (first && left) ?? covered.at(isForward ? -1 : 0);
  if (!start || !stop) return;
  selection.setBaseAndExtent(
    first ? anchorNode : start,
    first ? anchorOffset : edgeOf(start, !isForward),
    end ? focusNode : stop,
    end ? focusOffset : edgeOf(stop, isForward),
  );
}

/** The line of the texts on the screen that is nearest to a point: first by its height, then by its side. */
function nearestLine(texts: string, { x, y }: Point): { line: Element; isPast: boolean } | null {
  let found: { line: Element; isPast: boolean; apart: [number, number] } | null = null;
  for (const line of document.querySelectorAll(`:is(${texts}) :not(:has(*))`)) {
    const { left, right, top, bottom } = line.getBoundingClientRect();
    if (line.textContent?.trim() === '' || right <= left || bottom < 0 || top > innerHeight) continue;
    const apart: [number, number] = [Math.max(top - y, y - bottom, 0), Math.max(left - x, x - right, 0)];
    const [down, aside] = found?.apart ?? [Infinity, Infinity];
    if (apart[0] < down || (apart[0] === down && apart[1] <= aside))
      found = { line, isPast: y > bottom || (y >= top && x > right), apart };
  }
  return found;
}

const edgeOf = (text: Element, atEnd: boolean): number => (atEnd ? text.childNodes.length : 0);

/** Characters of context before and after a selection. */
const maxContextLength = 400;
const paragraphs =
  'p, li, dd, dt, td, th, blockquote, figcaption, h1, h2, h3, h4, h5, h6, pre, div, section, body';

/** Not part of the text that is read: pronunciations above characters, and what is not shown. */
const unread = 'rt, rp, rtc, style, script, template';

/** The text of a range as it is read, without soft hyphens. Lines and paragraphs begin on a new line. */
export function textOf(range: Range): string {
  const walker = document.createTreeWalker(
    range.commonAncestorContainer,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
  );
  let text = '';
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    if (!range.intersectsNode(node)) continue;
    if (node.nodeType === Node.ELEMENT_NODE) {
      const element = node as Element;
      if (element.matches('br') || (text !== '' && element.matches(paragraphs))) text += '\n';
    } else if (!node.parentElement?.closest(unread)) {
      const { data } = node as Text;
      const end = node === range.endContainer ? range.endOffset : data.length;
      text += data.slice(node === range.startContainer ? range.startOffset : 0, end);
    }
  }
  return (text.trim() === '' ? range.toString() : text).replaceAll('\u00ad', '');
}

/** The declared language of the text at the start of a range; null without one besides that of the book. */
export function languageOf(range: Range): string | null {
  const { startContainer: node } = range;
  const element = node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement;
  const tag = element?.closest('[lang]:not(html)')?.getAttribute('lang') ?? '';
  return /^[A-Za-z0-9-]{2,35}$/.test(tag) ? tag : null;
}

/**
 * The text around a range.
 * @param within selector of the elements that it does not go beyond
 * @param readable makes the text of several lines one line
 */
export function textAround(
  range: Range,
  within = paragraphs,
  readable: (text: string) => string = (text) => text,
): Surroundings {
  const outer = (node: Node) =>
    (node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement)?.closest(within);
  const [first, last] = [outer(range.startContainer), outer(range.endContainer)];
  const part = range.cloneRange();
  let [before, after] = ['', ''];
  if (first) {
    part.setStart(first, 0);
    part.setEnd(range.startContainer, range.startOffset);
    before = readable(textOf(part)).slice(-maxContextLength);
  }
  if (last) {
    part.setStart(range.endContainer, range.endOffset);
    part.setEnd(last, last.childNodes.length);
    after = readable(textOf(part)).slice(0, maxContextLength);
  }
  return { before: before.toWellFormed(), after: after.toWellFormed() };
}

/** Converts a rectangle of a frame to our window's coordinates. */
export function outside(
  box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  frame: Element,
  scale = 1,
): Box {
  const place = frame.getBoundingClientRect();
  return {
    left: place.left + box.left * scale,
    top: place.top + box.top * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
}

/**
 * The margins beside text.
 * @param texts boxes of the text on the screen
 * @param host element that shows it
 */
export function marginsBeside(
  texts: readonly Pick<Box, 'left' | 'width'>[],
  host: Pick<Box, 'left' | 'width'>,
): Margins {
  const end = host.left + host.width;
  const left = Math.max(host.left, Math.min(end, ...texts.map((text) => text.left)));
  const right = Math.min(end, Math.max(host.left, ...texts.map((text) => text.left + text.width)));
  return { left: { from: host.left, to: left }, right: { from: right, to: end } };
}

/** The bounding box of the visible part of a selection. */
export function visibleBox(range: Range, size: { width: number; height: number }): DOMRect {
  const shown = [...range.getClientRects()].filter(
    (box) =>
      box.width > 0 && box.right > 0 && box.left < size.width && box.bottom > 0 && box.top < size.height,
  );
  if (shown.length === 0) return range.getBoundingClientRect();
  const left = Math.min(...shown.map((box) => box.left));
  const top = Math.min(...shown.map((box) => box.top));
  const right = Math.max(...shown.map((box) => box.right));
  const bottom = Math.max(...shown.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

import type { Box, Margins, Surroundings } from './renderer.ts';

/** Milliseconds after which an unchanged selection is reported. */
const settleMs = 250;

/** Reports the selection in a frame once it has stopped changing. Null when it is cleared. */
export function watchSelection(document: Document, onChange: (range: Range | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pressed = false;
  let isReported = false;
  const report = () => {
    const selection = document.getSelection();
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
    clearTimeout(timer);
    if (!pressed) timer = setTimeout(report, settleMs);
  };
  const onDown = () => {
    pressed = true;
    clearTimeout(timer);
  };
  const onUp = () => {
    pressed = false;
    later();
  };
  document.addEventListener('selectionchange', later);
  document.addEventListener('pointerdown', onDown);
  document.addEventListener('pointerup', onUp);
  document.addEventListener('pointercancel', onUp);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('selectionchange', later);
    document.removeEventListener('pointerdown', onDown);
    document.removeEventListener('pointerup', onUp);
    document.removeEventListener('pointercancel', onUp);
  };
}

/** Characters of context before and after a selection. */
const maxContextLength = 400;
const paragraphs =
  'p, li, dd, dt, td, th, blockquote, figcaption, h1, h2, h3, h4, h5, h6, pre, div, section, body';

/** The text around a range, within its first and last paragraph. */
export function textAround(range: Range): Surroundings {
  const paragraphOf = (node: Node) =>
    (node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement)?.closest(paragraphs);
  const [first, last] = [paragraphOf(range.startContainer), paragraphOf(range.endContainer)];
  const part = range.cloneRange();
  let [before, after] = ['', ''];
  if (first) {
    part.setStart(first, 0);
    part.setEnd(range.startContainer, range.startOffset);
    before = part.toString().slice(-maxContextLength);
  }
  if (last) {
    part.setStart(range.endContainer, range.endOffset);
    part.setEnd(last, last.childNodes.length);
    after = part.toString().slice(0, maxContextLength);
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

import { findQuote, type TextQuote } from '../../engine/quote.ts';
import type { Selected } from '../../engine/renderer.ts';
import { textAround } from '../../engine/selection.ts';
import { TextMap } from '../../engine/textMap.ts';
import { joinedLines, selectedPassage } from './passageOf.ts';
import type { PdfPage } from './pdfHighlights.ts';
import { mergeLines, ordered, type Rect } from './rects.ts';

/** Line rectangles of a range on one page, in PDF units. */
function rectsOn(pdfPage: PdfPage, range: Range): Rect[] {
  const page = pdfPage.div.getBoundingClientRect();
  const left = page.left + pdfPage.div.clientLeft;
  const top = page.top + pdfPage.div.clientTop;
  const boxes = boxesOfText(pdfPage, range).map((box) => {
    const [x1, y1] = pdfPage.viewport.convertToPdfPoint(box.left - left, box.top - top);
    const [x2, y2] = pdfPage.viewport.convertToPdfPoint(box.right - left, box.bottom - top);
    return ordered([x1 ?? 0, y1 ?? 0, x2 ?? 0, y2 ?? 0]);
  });
  return mergeLines(boxes);
}

/** Boxes of the words of a range in the text layer of a page; those of elements would count layers as words. */
function boxesOfText({ div }: PdfPage, range: Range): DOMRect[] {
  const layer = div.querySelector('.textLayer');
  if (!layer || !range.intersectsNode(layer)) return [];
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  const boxes: DOMRect[] = [];
  const part = document.createRange();
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.data.trim() === '' || !range.intersectsNode(node)) continue;
    part.setStart(node, node === range.startContainer ? range.startOffset : 0);
    part.setEnd(node, node === range.endContainer ? range.endOffset : node.length);
    boxes.push(...part.getClientRects());
  }
  return boxes;
}

/**
 * The selection, which belongs to the page where it begins.
 * @param pages the pages that it touches, in order
 * @param container element that shows all pages
 */
export function selectedOn(pages: readonly PdfPage[], range: Range, container: Element): Selected | null {
  const parts = pages.map((pdfPage) => ({ pdfPage, page: pdfPage.id, rects: rectsOn(pdfPage, range) }));
  return selectedPassage(
    range,
    parts,
    ({ pdfPage }) => pdfPage.div.querySelector('.textLayer'),
    textAround(range, '.textLayer', joinedLines),
    textOnScreen(container),
    container,
  );
}

/** Boxes of the text of the pages on the screen. */
function textOnScreen(container: Element): DOMRect[] {
  return [...container.querySelectorAll('.textLayer')].flatMap((layer) => {
    const { top, bottom } = layer.getBoundingClientRect();
    if (bottom <= 0 || top >= window.innerHeight) return [];
    return [...layer.querySelectorAll('span[role="presentation"]')].map((span) =>
      span.getBoundingClientRect(),
    );
  });
}

/** Rectangles of a quote on a page with rendered text; null without a match. */
export function rectsOfQuote(pdfPage: PdfPage, quote: TextQuote): Rect[] | null {
  const layer = pdfPage.div.querySelector('.textLayer');
  if (!layer) return null;
  const map = new TextMap(layer);
  const found = findQuote(map.text, quote);
  const range = found && map.rangeOf(found);
  return range && rectsOn(pdfPage, range);
}

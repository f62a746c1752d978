import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { joinLines } from '@lectern/shared-contracts/domain/pdf/joinLines.ts';
import { findQuote, quoteOf, type TextQuote } from '../../engine/quote.ts';
import type { Selected, Surroundings } from '../../engine/renderer.ts';
import { marginsBeside, textAround, visibleBox } from '../../engine/selection.ts';
import { TextMap } from '../../engine/textMap.ts';
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

/** Maximum of pages after the first one over which a passage can go on. */
const maxContinuedPages = 20;
const maxQuoteLength = 4_000;

/** The part of a passage on one page. */
interface PagePart {
  page: number;
  rects: Rect[];
}

/** Lines as one text that can be put beside another: with the space at its start and end. */
export const joinedLines = (text: string): string =>
  `${/^\s/.test(text) ? ' ' : ''}${joinLines(text)}${/\s$/.test(text) ? ' ' : ''}`;

/**
 * @param others the pages on which the passage goes on
 * @param quote as found in the text of the first page; without words, the quote is the selected text
 */
function passageOf(first: PagePart, others: readonly PagePart[], quote: TextQuote, text: string): Locator {
  const continued = others.slice(0, maxContinuedPages).map(({ page, rects }) => ({ page, rects }));
  return {
    page: first.page,
    rects: first.rects,
    ...(continued.length > 0 ? { continued } : {}),
    quote: quote.exact === '' ? { exact: text.slice(0, maxQuoteLength) } : quote,
  };
}

/**
 * The selection as a passage, which belongs to the page where it begins.
 * @param parts what is selected on each page, in order
 * @param textOf element with the text of a page
 * @param texts boxes of the text on the screen
 * @param container element that shows the pages
 */
export function selectedPassage<Part extends PagePart>(
  range: Range,
  parts: readonly Part[],
  textOf: (part: Part) => Element | null,
  around: Surroundings,
  texts: readonly DOMRect[],
  container: Element,
): Selected | null {
  const [first, ...others] = parts.filter(({ rects }) => rects.length > 0);
  const text = joinLines(document.getSelection()?.toString() ?? range.toString());
  if (!first || text === '') return null;
  const page = textOf(first);
  const map = page && new TextMap(page);
  const quote = map ? quoteOf(map.text, map.spanOf(range)) : { exact: '' };
  return {
    text,
    around,
    locator: passageOf(first, others, quote, text),
    page: first.page,
    box: visibleBox(range, { width: window.innerWidth, height: window.innerHeight }),
    margins: marginsBeside(texts, container.getBoundingClientRect()),
  };
}

/** Copies the selected words as one text, with ligatures and hyphens at the ends of lines undone. */
export function copyAsText(event: ClipboardEvent): void {
  if (event.target instanceof Element && event.target.closest('input, textarea')) return;
  const text = joinLines(document.getSelection()?.toString() ?? '');
  if (text === '') return;
  event.clipboardData?.setData('text/plain', text);
  event.preventDefault();
  event.stopPropagation();
}

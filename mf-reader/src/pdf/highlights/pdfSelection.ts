import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { collapse, findQuote, quoteOf, type TextQuote } from '../../engine/quote.ts';
import type { Selected } from '../../engine/renderer.ts';
import { visibleBox } from '../../engine/selection.ts';
import { TextMap } from '../../engine/textMap.ts';
import type { PdfPage } from './pdfHighlights.ts';
import { mergeLines, ordered, type Rect } from './rects.ts';

/** Line rectangles of a range on one page, in PDF units. */
function rectsOn(pdfPage: PdfPage, range: Range): Rect[] {
  const page = pdfPage.div.getBoundingClientRect();
  const left = page.left + pdfPage.div.clientLeft;
  const top = page.top + pdfPage.div.clientTop;
  const boxes = [...range.getClientRects()]
    .filter(
      (box) =>
        box.bottom > page.top && box.top < page.bottom && box.right > page.left && box.left < page.right,
    )
    // The box of a whole selected layer is ignored.
    .filter((box) => box.height < page.height / 3 || box.width < page.width / 3)
    .map((box) => {
      const [x1, y1] = pdfPage.viewport.convertToPdfPoint(box.left - left, box.top - top);
      const [x2, y2] = pdfPage.viewport.convertToPdfPoint(box.right - left, box.bottom - top);
      return ordered([x1 ?? 0, y1 ?? 0, x2 ?? 0, y2 ?? 0]);
    });
  return mergeLines(boxes);
}

/** The selection on a page. A selection over several pages belongs to the first. */
export function selectedOn(pdfPage: PdfPage, range: Range): Selected | null {
  const rects = rectsOn(pdfPage, range);
  const text = joinLines(document.getSelection()?.toString() ?? range.toString());
  if (rects.length === 0 || text === '') return null;
  const box = visibleBox(range, { width: window.innerWidth, height: window.innerHeight });
  const layer = pdfPage.div.querySelector('.textLayer');
  const map = layer && new TextMap(layer);
  const quote = map ? quoteOf(map.text, map.spanOf(range)) : { exact: text.slice(0, 4_000) };
  const locator: Locator = {
    page: pdfPage.id,
    rects: rects.slice(0, 500),
    quote: quote.exact === '' ? { exact: text.slice(0, 4_000) } : quote,
  };
  return { text, locator, page: pdfPage.id, box };
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

/** Joins lines: end-of-line hyphens removed, ligatures decomposed. */
export function joinLines(text: string): string {
  return collapse(text.normalize('NFKC').replace(/(\p{Ll})-\s*\n\s*(?=\p{Ll})/gu, '$1'));
}

import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { joinLines } from '@lectern/shared-contracts/domain/pdf/joinLines.ts';
import { quoteOf, type TextQuote } from '../../engine/quote.ts';
import type { Selected, Surroundings } from '../../engine/renderer.ts';
import { marginsBeside, visibleBox } from '../../engine/selection.ts';
import { TextMap } from '../../engine/textMap.ts';
import type { Rect } from './rects.ts';

/** Maximum of pages after the first one over which a passage can go on. */
const maxContinuedPages = 20;
const maxQuoteLength = 4_000;

/** The part of a passage on one page. */
export interface PagePart {
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

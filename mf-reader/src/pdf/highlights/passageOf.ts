import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { joinLines } from '@lectern/shared-contracts/domain/pdf/joinLines.ts';
import type { TextQuote } from '../../engine/quote.ts';
import type { Rect } from './rects.ts';

/** Maximum of pages after the first one over which a passage can go on. */
const maxContinuedPages = 20;
const maxQuoteLength = 4_000;

/** The part of a passage on one page. */
export interface PagePart {
  page: number;
  rects: Rect[];
}

export const selectedText = (range: Range): string =>
  joinLines(document.getSelection()?.toString() ?? range.toString());

/** Lines as one text that can be put beside another: with the space at its start and end. */
export const joinedLines = (text: string): string =>
  `${/^\s/.test(text) ? ' ' : ''}${joinLines(text)}${/\s$/.test(text) ? ' ' : ''}`;

/**
 * @param others the pages on which the passage goes on
 * @param quote as found in the text of the first page; without words, the quote is the selected text
 */
export function passageOf(
  first: PagePart,
  others: readonly PagePart[],
  quote: TextQuote,
  text: string,
): Locator {
  const continued = others.slice(0, maxContinuedPages).map(({ page, rects }) => ({ page, rects }));
  return {
    page: first.page,
    rects: first.rects,
    ...(continued.length > 0 ? { continued } : {}),
    quote: quote.exact === '' ? { exact: text.slice(0, maxQuoteLength) } : quote,
  };
}

import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { findLetters, lettersOf, partsOf, placeOfLetters } from '../findWords.ts';
import type { QuoteLocation, TextPassage, TextQuote } from '../ingestedBook.ts';
import { rectsOfWords } from './wordRects.ts';

/** Limits on the stored rectangles per page, and on the pages of a passage. */
const maxRects = 500;
const maxExtraPages = 20;

/** Locates texts of the replaced file in this PDF, with the rectangles of their lines. */
export async function locateQuotes(
  document: PDFDocumentProxy,
  passages: readonly TextPassage[],
  quotes: readonly TextQuote[] = [],
): Promise<Record<string, QuoteLocation>> {
  const locations: Record<string, QuoteLocation> = {};
  if (quotes.length === 0) return locations;
  const letters = lettersOf(passages);
  /** Collected by page, so that each page is read once. */
  const byPage = new Map<number, { key: string; letters: string; offset: number }[]>();
  for (const words of quotes) {
    const range = findLetters(letters, words);
    if (!range) continue;
    locations[words.key] = { ...placeOfLetters(letters, range), parts: [] };
    for (const part of partsOf(letters, range).slice(0, maxExtraPages + 1)) {
      const ofPage = byPage.get(part.target) ?? [];
      ofPage.push({ key: words.key, letters: part.letters, offset: part.offset });
      byPage.set(part.target, ofPage);
    }
  }
  for (const [number, parts] of [...byPage].sort(([a], [b]) => a - b)) {
    const page = await document.getPage(number);
    const content = await page.getTextContent();
    for (const { key, letters: wanted, offset } of parts) {
      const rects = rectsOfWords(content, wanted, offset).slice(0, maxRects);
      if (rects.length > 0) locations[key]?.parts?.push({ page: number, rects });
    }
    page.cleanup();
  }
  return locations;
}

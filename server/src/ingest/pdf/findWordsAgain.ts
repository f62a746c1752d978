import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { findLetters, lettersOf, partsOf, placeOfLetters } from '../findWords.ts';
import type { FoundWords, SoughtWords, TextPassage } from '../ingestedBook.ts';
import { rectsOfWords } from './wordRects.ts';

/** Limits on the stored rectangles per page, and on the pages of a passage. */
const mostRects = 500;
const mostContinued = 20;

/** Locates texts of the replaced file in this PDF, with the rectangles of their lines. */
export async function findWordsAgain(
  document: PDFDocumentProxy,
  passages: readonly TextPassage[],
  sought: readonly SoughtWords[] = [],
): Promise<Record<string, FoundWords>> {
  const found: Record<string, FoundWords> = {};
  if (sought.length === 0) return found;
  const letters = lettersOf(passages);
  /** Collected by page, so that each page is read once. */
  const asked = new Map<number, { key: string; letters: string; offset: number }[]>();
  for (const words of sought) {
    const range = findLetters(letters, words);
    if (!range) continue;
    found[words.key] = { ...placeOfLetters(letters, range), parts: [] };
    for (const part of partsOf(letters, range).slice(0, mostContinued + 1)) {
      const ofPage = asked.get(part.target) ?? [];
      ofPage.push({ key: words.key, letters: part.letters, offset: part.offset });
      asked.set(part.target, ofPage);
    }
  }
  for (const [number, parts] of [...asked].sort(([a], [b]) => a - b)) {
    const page = await document.getPage(number);
    const content = await page.getTextContent();
    for (const { key, letters: wanted, offset } of parts) {
      const rects = rectsOfWords(content, wanted, offset).slice(0, mostRects);
      if (rects.length > 0) found[key]?.parts?.push({ page: number, rects });
    }
    page.cleanup();
  }
  return found;
}

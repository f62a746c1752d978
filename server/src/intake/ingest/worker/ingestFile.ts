import { sniffFormat } from '../fileKind.ts';
import { findLetters, lettersOf, placeOfLetters } from '../findWords.ts';
import type { IngestedBook, IngestRequest, QuoteLocation, TextPassage, TextQuote } from '../ingestedBook.ts';

/**
 * Ingests a book file of any format.
 * @throws AppError with a message for the user
 */
export async function ingestFile(request: IngestRequest): Promise<IngestedBook> {
  const format = await sniffFormat(request.path);
  // Loaded only when needed: loading pdf.js alone takes longer than reading most EPUBs.
  if (format === 'pdf') return (await import('../pdf/ingestPdf.ts')).ingestPdf(request);
  const book =
    format === 'epub'
      ? await (await import('../epub/ingestEpub.ts')).ingestEpub(request)
      : await (await import('../formats/ingestForeign.ts')).ingestForeign(request, format === 'zip');
  return request.quotes?.length ? { ...book, found: locateQuotes(book.passages, request.quotes) } : book;
}

/** Locates texts of the replaced file in the chapters of this EPUB. */
function locateQuotes(
  passages: readonly TextPassage[],
  quotes: readonly TextQuote[],
): Record<string, QuoteLocation> {
  const letters = lettersOf(passages);
  const locations: Record<string, QuoteLocation> = {};
  for (const words of quotes) {
    const range = findLetters(letters, words);
    if (range) locations[words.key] = placeOfLetters(letters, range);
  }
  return locations;
}

import { findLetters, lettersOf, placeOfLetters } from '../findWords.ts';
import type { FoundWords, IngestedBook, SoughtWords, TextPassage } from '../ingestedBook.ts';
import type { IngestRequest } from '../ingestRequest.ts';
import { sniffFormat } from '../sniff.ts';

/**
 * Ingests a book file of any format.
 * @throws AppError with a message for the user
 */
export async function ingestFile(request: IngestRequest): Promise<IngestedBook> {
  const format = await sniffFormat(request.path);
  // Loaded only when needed: loading pdf.js alone takes longer than reading most EPUBs.
  if (format === 'epub') {
    const book = await (await import('../epub/ingestEpub.ts')).ingestEpub(request);
    return request.sought?.length ? { ...book, found: findAgain(book.passages, request.sought) } : book;
  }
  return (await import('../pdf/ingestPdf.ts')).ingestPdf(request);
}

/** Locates texts of the replaced file in the chapters of this EPUB. */
function findAgain(
  passages: readonly TextPassage[],
  sought: readonly SoughtWords[],
): Record<string, FoundWords> {
  const letters = lettersOf(passages);
  const found: Record<string, FoundWords> = {};
  for (const words of sought) {
    const range = findLetters(letters, words);
    if (range) found[words.key] = placeOfLetters(letters, range);
  }
  return found;
}

import { findLetters, lettersOf, placeOfLetters } from '../findWords.ts';
import type { FoundWords, IngestedBook, SoughtWords, TextPassage } from '../ingestedBook.ts';
import type { IngestRequest } from '../ingestRequest.ts';
import { sniffFormat } from '../sniff.ts';

/**
 * Reads a book file whatever it is called.
 * @throws AppError with the sentence that the reader sees
 */
export async function ingestFile(request: IngestRequest): Promise<IngestedBook> {
  const format = await sniffFormat(request.path);
  // Loaded only when needed: pdf.js alone takes longer to load than most EPUBs to read.
  if (format === 'epub') {
    const book = await (await import('../epub/ingestEpub.ts')).ingestEpub(request);
    return request.sought?.length ? { ...book, found: findAgain(book.passages, request.sought) } : book;
  }
  return (await import('../pdf/ingestPdf.ts')).ingestPdf(request);
}

/** Words of the file that this EPUB replaces, in its chapters. */
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

import type { IngestedBook } from '../ingestedBook.ts';
import type { IngestRequest } from '../ingestRequest.ts';
import { sniffFormat } from '../sniff.ts';

/**
 * Reads a book file whatever it is called.
 * @throws AppError with the sentence that the reader sees
 */
export async function ingestFile(request: IngestRequest): Promise<IngestedBook> {
  const format = await sniffFormat(request.path);
  // Loaded only when needed: pdf.js alone takes longer to load than most EPUBs to read.
  if (format === 'epub') return (await import('../epub/ingestEpub.ts')).ingestEpub(request);
  return (await import('../pdf/ingestPdf.ts')).ingestPdf(request);
}

import type { IngestedBook } from './ingestedBook.ts';
import { sniffFormat } from './sniff.ts';

export interface IngestRequest {
  /** The file; it is only read. */
  path: string;
  /** What the reader's machine called it: a last resort for a title, never a path. */
  fileName: string;
  /** An empty folder to write into. */
  workDir: string;
  /** Milliseconds (of `performance.now()`) by which what can be left out should be. */
  softDeadline: number;
  /** 0..1 */
  progress(share: number): void;
}

/**
 * Reads a book file whatever it is called.
 * @throws AppError with the sentence that the reader sees
 */
export async function ingestFile(request: IngestRequest): Promise<IngestedBook> {
  const format = await sniffFormat(request.path);
  // Loaded only when needed: pdf.js alone takes longer to load than most EPUBs to read.
  if (format === 'epub') return (await import('./epub/ingestEpub.ts')).ingestEpub(request);
  return (await import('./pdf/ingestPdf.ts')).ingestPdf(request);
}

import type { TextQuote } from './ingestedBook.ts';

/** A step of reading a PDF that may hang: the cover, the whole text, or the text of a page by its number from 1. */
export type IngestStep = 'cover' | 'text' | number;

/** Parameters for reading a book file of any format. */
export interface IngestRequest {
  /** The file, which is only read. */
  path: string;
  /** Name on the user's device: a fallback title, never used as a path. */
  fileName: string;
  /** An empty folder for output. */
  workDir: string;
  /** Time (of `performance.now()`) at which reading the text of a PDF ends. */
  softDeadline: number;
  /** Steps that hung in an earlier attempt and are skipped. */
  skippedSteps: readonly IngestStep[];
  /** Text of the replaced file that is to be located in this one. */
  quotes?: readonly TextQuote[];
  /** 0..1 */
  progress(share: number): void;
  /** Called when a step begins; null after the last one. */
  step(step: IngestStep | null): void;
}

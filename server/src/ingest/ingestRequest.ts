import type { SoughtWords } from './ingestedBook.ts';

/** A step of reading a PDF that may take for ever: its cover, all its text, or that of a page by its number from 1. */
export type IngestStep = 'cover' | 'text' | number;

/** What reading a book file needs to be told, of whatever format it is. */
export interface IngestRequest {
  /** The file; it is only read. */
  path: string;
  /** What the reader's machine called it: a last resort for a title, never a path. */
  fileName: string;
  /** An empty folder to write into. */
  workDir: string;
  /** Milliseconds (of `performance.now()`) by which what can be left out should be. */
  softDeadline: number;
  /** Steps that an earlier attempt did not come back from; they are left out. */
  skippedSteps: readonly IngestStep[];
  /** Page of a PDF from which its text is read: an earlier reading ended before it. */
  firstPage?: number;
  /** Words of a file that this one replaces, to be found again. */
  sought?: readonly SoughtWords[];
  /** 0..1 */
  progress(share: number): void;
  /** A step begins; null: the last of them is over. */
  step(step: IngestStep | null): void;
}

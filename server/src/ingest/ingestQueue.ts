import type { UploadsTable } from '../store/schema.ts';
import type { IngestedBook } from './ingestedBook.ts';

export interface FileToRead {
  userId: string;
  path: string;
  fileName: string;
  bytes: number;
  /** Page of a PDF from which its text is read. */
  firstPage?: number;
}

/** @param workDir where the files lie that the book names */
export type UseOfBook<Result> = (book: IngestedBook, workDir: string) => Promise<Result>;

/**
 * Turns finished uploads into books, in turns between their readers, in worker threads, durably: an upload
 * left 'ingesting' by a crash is done again at start.
 */
export interface IngestQueue {
  /** An upload has begun: while its bytes come, a thread is made ready for it. */
  expect(): void;
  /** The bytes of this upload (uploads row in state 'queued', file in the staging folder) are all here. */
  enqueue(uploadId: string, userId: string): void;
  /** Resolves with the row once it is 'done' or 'refused'. */
  finished(uploadId: string): Promise<UploadsTable>;
  /**
   * Reads a file that is a book already. What it writes is gone when `use` is done.
   * @throws AppError when it cannot be read; IngestInterrupted when it may be tried again
   */
  read<Result>(file: FileToRead, use: UseOfBook<Result>): Promise<Result>;
  stop(): Promise<void>;
}

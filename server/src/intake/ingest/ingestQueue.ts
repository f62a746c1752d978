import type { UploadsTable } from '../../store/schema.ts';
import type { IngestedBook } from './ingestedBook.ts';

export interface FileToRead {
  userId: string;
  path: string;
  fileName: string;
  bytes: number;
  /** Page of a PDF from which to extract text. */
  firstPage?: number;
}

/** @param workDir folder of the files that the book refers to */
export type UseOfBook<Result> = (book: IngestedBook, workDir: string) => Promise<Result>;

/**
 * Turns finished uploads into books in worker processes, fairly between users and durably: an upload that a crash
 * left 'ingesting' is processed again at startup.
 */
export interface IngestQueue {
  /** Starts a process while the bytes of an upload arrive. */
  prepare(): void;
  /** The upload is complete (row in state 'queued', file in the staging folder). */
  enqueue(uploadId: string, userId: string): void;
  /** Resolves with the row once it is 'done' or 'refused'. */
  finished(uploadId: string): Promise<UploadsTable>;
  /**
   * The same for a request, which should not wait until there is room on the disk again.
   * @throws AppError storage_full or storage_unwritable; the ingest continues by itself
   */
  finishedUnlessFull(uploadId: string): Promise<UploadsTable>;
  /**
   * Reads the file of an existing book. Output files are deleted after `use`.
   * @throws AppError when it cannot be read; IngestInterrupted when it may be retried
   */
  read<Result>(file: FileToRead, use: UseOfBook<Result>): Promise<Result>;
  stop(): Promise<void>;
}

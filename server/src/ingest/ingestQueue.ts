import type { UploadsTable } from '../store/schema.ts';

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
  stop(): Promise<void>;
}

import type { UploadsTable } from '../../store/schema.ts';

/**
 * Turns finished uploads into books in worker processes, fairly between users and durably: an upload that a crash
 * left 'ingesting' is processed again at startup.
 */
export interface IngestQueue {
  /** Starts a process while the bytes of an upload arrive. */
  prepare(): void;
  /** The upload is complete (row in state 'queued', file in the staging folder). */
  enqueue(uploadId: string, userId: string): void;
  /**
   * Resolves with the row once it is 'done' or 'refused'. A request should not wait until there is room on the disk
   * again.
   * @throws AppError storage_full or storage_unwritable; the ingest continues by itself
   */
  finished(uploadId: string): Promise<UploadsTable>;
  stop(): Promise<void>;
}

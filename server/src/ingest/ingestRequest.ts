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
  /** 0..1 */
  progress(share: number): void;
}

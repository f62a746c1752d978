import { AppError, type ErrorCode } from '../../common/errors.ts';
import { runInBackground } from '../../common/runInBackground.ts';
import { endWithServer } from '../../processes/endWithServer.ts';
import type { IngestedBook, SoughtWords } from '../ingestedBook.ts';
import type { IngestStep } from '../ingestRequest.ts';
import { ingestFile } from './ingestFile.ts';

/** What the worker is asked. */
export interface IngestJob {
  /** Stands in every answer. */
  id: number;
  path: string;
  fileName: string;
  workDir: string;
  /** Milliseconds from now after which what can be left out should be. */
  softLimit: number;
  /** Steps that an earlier attempt did not come back from. */
  skippedSteps: readonly IngestStep[];
  /** Words of a file that this one replaces, to be found again. */
  sought: readonly SoughtWords[];
  /** Page of a PDF from which its text is read. */
  firstPage: number;
}

/** What it answers: any number of times how far it is and which step begins, then one of the others. */
export type IngestAnswer = { id: number } & Told;
type Told =
  | { kind: 'progress'; share: number }
  | { kind: 'step'; step: IngestStep | null }
  | { kind: 'done'; book: IngestedBook }
  /** The file cannot become a book; the sentence is for its reader. */
  | { kind: 'refused'; code: ErrorCode; sentence: string }
  /** Something that says nothing about the file, or that nobody thought of. */
  | { kind: 'failed'; message: string; errno: string | null };

// Most files are EPUBs: what reads them is there when the first one comes. Should it fail to load, that one says so.
import('../epub/ingestEpub.ts').catch(() => {});

// A process that reads one file after another, so that one that brings it down brings down nothing of the server's.
endWithServer();
process.on('message', (job: IngestJob) => {
  const answer = (told: Told) => process.send?.({ id: job.id, ...told } satisfies IngestAnswer);
  runInBackground(
    () => work(job, answer),
    { error: ({ err }) => answer(failure(err)) },
    'A file was not read',
  );
});

async function work(job: IngestJob, answer: (told: Told) => void): Promise<void> {
  // A short book is done before anybody would see how far it is.
  let toldAt = performance.now();
  try {
    const book = await ingestFile({
      path: job.path,
      fileName: job.fileName,
      workDir: job.workDir,
      softDeadline: performance.now() + job.softLimit,
      skippedSteps: job.skippedSteps,
      sought: job.sought,
      firstPage: job.firstPage,
      step: (step) => answer({ kind: 'step', step }),
      progress(share) {
        const now = performance.now();
        if (now - toldAt < 250) return;
        toldAt = now;
        answer({ kind: 'progress', share });
      },
    });
    answer({ kind: 'done', book });
  } catch (error) {
    if (error instanceof AppError) answer({ kind: 'refused', code: error.code, sentence: error.message });
    else answer(failure(error));
  }
}

const failure = (error: unknown): Told => ({
  kind: 'failed',
  message: describe(error),
  errno: errnoOf(error),
});

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** ENOSPC and the like: the machine's trouble, not the file's. */
function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return /^E[A-Z]+$/.test(error.code) ? error.code : null;
}

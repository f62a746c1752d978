import { AppError, type ErrorCode } from '../../../run/common/errors.ts';
import { runInBackground } from '../../../run/common/runInBackground.ts';
import { endWithServer } from '../../../run/processes/answerTasks.ts';
import type { IngestedBook, IngestRequest, IngestStep } from '../ingestedBook.ts';
import { processorTime, textLimitMs } from '../limits.ts';
import { ingestFile } from './ingestFile.ts';

/** A job for the worker. */
export type IngestJob = Omit<IngestRequest, 'softDeadline' | 'progress' | 'step'>;

/** Any number of progress and step messages, then one of the others. */
export type IngestAnswer =
  | { kind: 'progress'; share: number }
  | { kind: 'step'; step: IngestStep | null }
  | { kind: 'done'; book: IngestedBook }
  /** The file cannot become a book; the message is for the user. */
  | { kind: 'refused'; code: ErrorCode; sentence: string }
  /** An error that is not about the file, or is unexpected. */
  | { kind: 'failed'; message: string; errno: string | null };

// Preload the EPUB code, since most files are EPUBs. If loading fails, the first job reports it.
import('../epub/ingestEpub.ts').catch(() => {});

// Reads one file after another in a separate process, so that a crash does not affect the server.
endWithServer();
process.on('message', (job: IngestJob) => {
  const answer = (message: IngestAnswer) => process.send?.(message);
  runInBackground(
    () => work(job, answer),
    { error: ({ err }) => answer(failure(err)) },
    'A file was not read',
  );
});

async function work(job: IngestJob, answer: (message: IngestAnswer) => void): Promise<void> {
  // Short books finish before progress would be visible.
  let reportedAt = performance.now();
  try {
    const book = await ingestFile({
      ...job,
      softDeadline: processorTime() + textLimitMs,
      step: (step) => answer({ kind: 'step', step }),
      progress(share) {
        const now = performance.now();
        if (now - reportedAt < 250) return;
        reportedAt = now;
        answer({ kind: 'progress', share });
      },
    });
    answer({ kind: 'done', book });
  } catch (error) {
    if (error instanceof AppError) answer({ kind: 'refused', code: error.code, sentence: error.message });
    else answer(failure(error));
  }
}

const failure = (error: unknown): IngestAnswer => ({
  kind: 'failed',
  message: describe(error),
  errno: errnoOf(error),
});

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** System errors such as ENOSPC, which are not caused by the file. */
function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return /^E[A-Z]+$/.test(error.code) ? error.code : null;
}

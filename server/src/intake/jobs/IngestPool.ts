import { AppError } from '../../run/common/errors.ts';
import { HelperEnded, HelperPool } from '../../run/processes/HelperPool.ts';
import type { IngestedBook, IngestRequest, IngestStep } from '../ingest/ingestedBook.ts';
import { maxSkippedSteps, stepLimitMs, timeLimit } from '../ingest/limits.ts';
import type { IngestAnswer, IngestJob } from '../ingest/worker/worker.ts';

export interface PoolOptions {
  /** Maximum number of processes. */
  size: number;
  /** Further ones, only for users who have no file in a process; one when omitted. */
  reserve?: number;
  /** Timeout in milliseconds for a file of this size. */
  timeLimit?: (bytes: number) => number;
  /** Timeout in milliseconds for a step of reading a file, such as the text of a page. */
  stepLimitMs?: number;
  /** Maximum resident memory of a process in megabytes. */
  residentMegabytes?: number;
  /** Milliseconds that a file waits before another process is started for it. */
  scaleUpDelayMs?: number;
  /** Script of the processes; tests may use one that misbehaves. */
  script?: URL;
  /** Called with errors inside a process, for the log. */
  onTrouble(message: string): void;
}

export interface PoolJob extends Omit<IngestRequest, 'softDeadline' | 'skippedSteps' | 'step'> {
  /** The user, for fair scheduling. */
  userId: string;
  bytes: number;
  /** Reported to the user when the file crashes the worker. */
  fatal: AppError;
}

/** The worker failed for reasons other than the file: retry. `code` is that of the system, if it has one. */
export class IngestInterrupted extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const defaultScaleUpDelayMs = 2_000;
/** Ends an idle process after this many milliseconds: pdf.js and its fonts take tens of megabytes. */
const idleTimeoutMs = 60_000;
const heapMegabytes = 768;

/** Processes that read files. When one dies or times out, only its own file fails. */
export class IngestPool {
  readonly #options: PoolOptions;
  readonly #helpers: HelperPool<IngestJob, IngestAnswer>;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#helpers = new HelperPool({
      script: options.script ?? new URL('../ingest/worker/worker.ts', import.meta.url),
      heapMegabytes,
      residentMegabytes: options.residentMegabytes,
      size: options.size,
      perReader: options.size,
      reserve: options.reserve ?? 1,
      waiting: Number.POSITIVE_INFINITY,
      timeLimitMs: timeLimit(0),
      idleTimeoutMs,
      scaleUpDelayMs: options.scaleUpDelayMs ?? defaultScaleUpDelayMs,
      log: { error: ({ err }, message) => options.onTrouble(`${message}: ${String(err)}`) },
    });
  }

  get size(): number {
    return this.#helpers.size;
  }

  /** Starts a process if there is none. */
  prepare(): void {
    this.#helpers.prepare();
  }

  /**
   * Reads a file as soon as a process is free. Steps in which a process hangs are skipped in the next attempt.
   * @throws AppError when the file cannot become a book; IngestInterrupted when it may be retried
   */
  async run(job: PoolJob): Promise<IngestedBook> {
    const skippedSteps: IngestStep[] = [];
    for (;;) {
      const at: { step: IngestStep | null } = { step: null };
      const answer = await this.#attempt(job, skippedSteps, at).catch((error: unknown) => {
        if (error instanceof HelperEnded) return error;
        throw error;
      });
      if (!(answer instanceof HelperEnded)) return this.#bookIn(answer, job);
      const failure = this.#failureOf(answer, job);
      const { step } = at;
      if (step === null || failure instanceof IngestInterrupted || skippedSteps.includes(step)) throw failure;
      skippedSteps.push(step);
      if (skippedSteps.length === maxSkippedSteps) skippedSteps.push('text');
    }
  }

  /** Ends every process; running jobs are interrupted. */
  async stop(): Promise<void> {
    await this.#helpers.stop();
  }

  /** @param at is told the current step */
  #attempt(
    job: PoolJob,
    skippedSteps: readonly IngestStep[],
    at: { step: IngestStep | null },
  ): Promise<IngestAnswer> {
    const { path, fileName, workDir, quotes = [] } = job;
    const timeLimitMs = (this.#options.timeLimit ?? timeLimit)(job.bytes);
    const task = { path, fileName, workDir, skippedSteps, quotes };
    return this.#helpers.run(job.userId, task, {
      timeLimitMs,
      onMessage: (message, limit) => {
        if (message.kind === 'progress') job.progress(message.share);
        if (message.kind === 'step') {
          at.step = message.step;
          limit(at.step === null ? timeLimitMs : (this.#options.stepLimitMs ?? stepLimitMs));
        }
        return message.kind !== 'progress' && message.kind !== 'step';
      },
    });
  }

  #bookIn(answer: IngestAnswer, { fatal }: PoolJob): IngestedBook {
    if (answer.kind === 'done') return answer.book;
    if (answer.kind === 'refused') throw new AppError(answer.code, answer.sentence);
    if (answer.kind !== 'failed') throw new Error(`${answer.kind} is no answer`);
    this.#options.onTrouble(answer.message);
    throw answer.errno === null ? fatal : new IngestInterrupted(answer.errno);
  }

  /** A signal does not mean that the file is to blame, except SIGKILL, which the OOM killer sends. */
  #failureOf({ reason }: HelperEnded, { fatal }: PoolJob): Error {
    if (reason === 'stopped') return new IngestInterrupted(reason);
    this.#options.onTrouble(`A process that read a file has ended${reason ? ` by ${reason}` : ''}`);
    if (reason === 'SIGINT' || reason === 'SIGTERM' || reason === 'SIGHUP')
      return new IngestInterrupted(reason);
    if (reason === 'time') return new AppError('ingest_timeout');
    return reason === 'SIGKILL' ? new Error('The process that read the file was killed') : fatal;
  }
}

import { AppError } from '../../run/common/errors.ts';
import { type ErrorLog, runInBackground } from '../../run/common/runInBackground.ts';
import { HelperProcess } from '../../run/processes/HelperProcess.ts';
import { runTimeLimit } from '../../run/processes/runTimeLimit.ts';
import type { IngestedBook, TextQuote } from '../ingest/ingestedBook.ts';
import type { IngestStep } from '../ingest/ingestRequest.ts';
import type { IngestAnswer, IngestJob } from '../ingest/worker/worker.ts';

/** The worker failed for reasons other than the file: retry. `code` is that of the system, if it has one. */
export class IngestInterrupted extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The process was needed for a file of another user: the file is read again. */
export class IngestPreempted extends IngestInterrupted {}

/** The process hung in a step: the file may be readable without it. */
export class StepFailed extends Error {
  readonly step: IngestStep;
  /** Reported to the user when the file cannot be read without the step either. */
  readonly fatal: Error;

  constructor(step: IngestStep, fatal: Error) {
    super(`Reading did not come back from step ${step}`);
    this.step = step;
    this.fatal = fatal;
  }
}

export interface PoolJob {
  /** The user, for fair scheduling. */
  userId: string;
  path: string;
  fileName: string;
  workDir: string;
  bytes: number;
  /** Text of the replaced file that is to be located in this one. */
  quotes?: readonly TextQuote[];
  /** Page of a PDF from which to extract text. */
  firstPage?: number;
  /** Reported to the user when the file crashes the worker. */
  fatal: AppError;
  progress(share: number): void;
}

export interface ProcessOptions {
  script: URL;
  /** Limit in milliseconds of the time in which a file of this size is read (runTimeLimit.ts). */
  timeLimit(bytes: number): number;
  /** The same for a step. */
  stepLimitMs: number;
  /** Maximum resident memory of the process. */
  residentMegabytes?: number;
  /** Called with errors inside the process, for the log. */
  onTrouble(message: string): void;
  /** Called when it becomes ready for another file, or has gone. */
  onChange(): void;
}

interface CurrentFile {
  id: number;
  job: PoolJob;
  /** Monotonic milliseconds. */
  since: number;
  endLimit(): void;
  /** The current step with its limit. */
  step: { name: IngestStep; endLimit(): void } | null;
  resolve(book: IngestedBook): void;
  reject(error: Error): void;
}

/** Ends an idle process after this many milliseconds: pdf.js and its fonts take tens of megabytes. */
const idleTimeoutMs = 60_000;
const heapMegabytes = 768;

/** A process that reads files, one at a time. */
export class IngestProcess {
  readonly #options: ProcessOptions;
  readonly #helper: HelperProcess;
  #current: CurrentFile | null = null;
  #count = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.#helper = new HelperProcess({
      script: options.script,
      heapMegabytes,
      residentMegabytes: options.residentMegabytes,
      onMessage: (message) => this.#onAnswer(message as IngestAnswer),
      onExit: (reason) => {
        if (this.#current)
          options.onTrouble(`A process that read a file has ended${reason ? ` by ${reason}` : ''}`);
        this.#onExit(reason);
      },
    });
    this.#becomeIdle();
  }

  /** Whether it has ended, and no file waits for its result. */
  get isGone(): boolean {
    return this.#isOver && this.#current === null;
  }

  /** The user whose file it is reading, and since when; null when it reads none. */
  get reading(): { userId: string; since: number } | null {
    return this.#current && { userId: this.#current.job.userId, since: this.#current.since };
  }

  /** Whether it can read another file. */
  get isFree(): boolean {
    return !this.#isOver && this.#current === null;
  }

  /**
   * Reads a file. Call it only when isFree is true.
   * @param skippedSteps steps that hung in an earlier attempt
   * @throws AppError when the file cannot become a book; IngestInterrupted when it may be retried; StepFailed when it
   * may be retried without a step
   */
  read(job: PoolJob, skippedSteps: readonly IngestStep[] = []): Promise<IngestedBook> {
    const id = ++this.#count;
    const limit = this.#options.timeLimit(job.bytes);
    const { promise, resolve, reject } = Promise.withResolvers<IngestedBook>();
    const endLimit = this.#limit(id, limit);
    this.#current = { id, job, since: performance.now(), endLimit, step: null, resolve, reject };
    clearTimeout(this.#idleTimer);
    this.#helper.ref();
    const { path, fileName, workDir, quotes = [], firstPage = 1 } = job;
    const softLimit = limit * 0.6;
    const request: IngestJob = { id, path, fileName, workDir, softLimit, skippedSteps, quotes, firstPage };
    this.#helper.send(request);
    return promise;
  }

  /** Ends the process in favor of a file of another user. Its job rejects with IngestPreempted. */
  preempt(): void {
    this.#inBackground(() => this.#end(() => new IngestPreempted('another user')));
  }

  /** Ends the process and interrupts its job. */
  async stop(): Promise<void> {
    await this.#end(() => new IngestInterrupted('stopped'));
  }

  #onAnswer(answer: IngestAnswer): void {
    const current = this.#current;
    if (current?.id !== answer.id) return;
    if (answer.kind === 'progress') {
      current.job.progress(answer.share);
      return;
    }
    if (answer.kind === 'step') {
      this.#onStep(current, answer.step);
      return;
    }
    if (answer.kind === 'done') current.resolve(answer.book);
    // After a regular refusal the process can be used again.
    else if (answer.kind === 'refused') current.reject(new AppError(answer.code, answer.sentence));
    else {
      this.#options.onTrouble(answer.message);
      current.reject(answer.errno === null ? current.job.fatal : new IngestInterrupted(answer.errno));
      this.#isOver = true;
    }
    current.endLimit();
    current.step?.endLimit();
    this.#current = null;
    if (this.#isOver) this.#inBackground(() => this.#helper.end());
    else this.#becomeIdle();
    this.#options.onChange();
  }

  #onStep(current: CurrentFile, step: IngestStep | null): void {
    current.step?.endLimit();
    current.step =
      step === null ? null : { name: step, endLimit: this.#limit(current.id, this.#options.stepLimitMs) };
  }

  #becomeIdle(): void {
    this.#helper.unref();
    this.#idleTimer = setTimeout(() => this.#inBackground(() => this.stop()), idleTimeoutMs);
    this.#idleTimer.unref();
  }

  /** A signal does not mean that the file is to blame, except SIGKILL, which the OOM killer sends. */
  #onExit(signal: NodeJS.Signals | 'memory' | null): void {
    this.#inBackground(() =>
      this.#end((job) => {
        if (signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP')
          return new IngestInterrupted(signal);
        return signal === 'SIGKILL' ? new Error('The process that read the file was killed') : job.fatal;
      }),
    );
  }

  #limit(id: number, milliseconds: number): () => void {
    return runTimeLimit(
      milliseconds,
      () => this.#helper.waitedMs(),
      () => this.#onTimeout(id),
    );
  }

  #onTimeout(id: number): void {
    if (this.#current?.id === id) this.#inBackground(() => this.#end(() => new AppError('ingest_timeout')));
  }

  #inBackground(work: () => unknown): void {
    const log: ErrorLog = {
      error: ({ err }, message) => this.#options.onTrouble(`${message}: ${String(err)}`),
    };
    runInBackground(work, log, 'A helper process could not be ended');
  }

  /** Rejects only when the process is gone and has released its files. */
  async #end(errorFor: (job: PoolJob) => Error): Promise<void> {
    if (this.isGone) return;
    this.#isOver = true;
    clearTimeout(this.#idleTimer);
    const current = this.#current;
    this.#current = null;
    current?.endLimit();
    current?.step?.endLimit();
    await this.#helper.end();
    if (current) {
      const error = errorFor(current.job);
      const { step } = current;
      current.reject(
        step === null || error instanceof IngestInterrupted ? error : new StepFailed(step.name, error),
      );
    }
    this.#options.onChange();
  }
}

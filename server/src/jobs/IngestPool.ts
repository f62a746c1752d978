import type { IngestedBook } from '../ingest/ingestedBook.ts';
import type { IngestStep } from '../ingest/ingestRequest.ts';
import { mostSkippedSteps, stepLimitMs, timeLimit } from '../ingest/limits.ts';
import { RoundRobin } from '../scheduling/RoundRobin.ts';
import { IngestInterrupted, IngestProcess, type PoolJob, StepFailed } from './IngestProcess.ts';

export interface PoolOptions {
  /** Processes that there may be. */
  size: number;
  /** Milliseconds for a file of so many bytes. */
  timeLimit?: (bytes: number) => number;
  /** Milliseconds for a step of reading a file, such as the text of a page. */
  stepLimitMs?: number;
  /** Milliseconds that a file waits for a process before another one is begun for it. */
  scaleUpDelayMs?: number;
  /** Where the code of the processes is; a test may have one that misbehaves. */
  script?: URL;
  /** Told what went wrong inside a process, for the log. */
  onTrouble(message: string): void;
}

/** A process takes a second of a processor until it is as quick as one that has read some books. */
const defaultScaleUpDelayMs = 2_000;

interface Waiting {
  job: PoolJob;
  timer: NodeJS.Timeout;
  begin(helper: IngestProcess): void;
  reject(error: Error): void;
}

/** Processes that read files. One that dies, or takes too long, fails its own job only, and another takes its place. */
export class IngestPool {
  readonly #options: PoolOptions;
  #processes: IngestProcess[] = [];
  /** Files for which no process is free; readers take turns. */
  readonly #waiting = new RoundRobin<Waiting>();
  /** Those of them that have waited long enough for another process to be begun. */
  readonly #overdue = new Set<Waiting>();
  #stopped = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#options.size;
  }

  /** Starts a process, if there is none: it takes a while until it can read. */
  prepare(): void {
    if (!this.#stopped && this.#processes.length === 0) this.#begin();
  }

  /**
   * Reads one file, as soon as a process is free for it. Steps that a process does not come back from are left out.
   * @throws AppError when the file cannot become a book; IngestInterrupted when it may be tried again
   */
  async run(job: PoolJob): Promise<IngestedBook> {
    const skippedSteps: IngestStep[] = [];
    for (;;) {
      try {
        return await this.#attempt(job, skippedSteps);
      } catch (error) {
        if (!(error instanceof StepFailed)) throw error;
        if (skippedSteps.includes(error.step)) throw error.fatal;
        skippedSteps.push(error.step);
        if (skippedSteps.length === mostSkippedSteps) skippedSteps.push('text');
        this.#options.onTrouble(error.message);
      }
    }
  }

  #attempt(job: PoolJob, skippedSteps: readonly IngestStep[]): Promise<IngestedBook> {
    const { promise, resolve, reject } = Promise.withResolvers<IngestedBook>();
    const waiting: Waiting = {
      job,
      timer: setTimeout(() => {
        this.#overdue.add(waiting);
        this.#giveOut();
      }, this.#options.scaleUpDelayMs ?? defaultScaleUpDelayMs),
      begin: (helper) => {
        helper.read(job, skippedSteps).then(resolve, reject);
      },
      reject,
    };
    this.#waiting.add(job.userId, waiting);
    this.#giveOut();
    return promise;
  }

  /** Gives files to processes, as far as there are any that are free. */
  #giveOut(): void {
    this.#processes = this.#processes.filter(({ isGone }) => !isGone);
    for (let first = this.#waiting.peek(); first; first = this.#waiting.peek()) {
      const helper = this.#stopped ? null : this.#freeProcess();
      if (helper === null && !this.#stopped) return;
      this.#waiting.take();
      this.#overdue.delete(first);
      clearTimeout(first.timer);
      if (helper) first.begin(helper);
      else first.reject(new IngestInterrupted('stopped'));
    }
  }

  #freeProcess(): IngestProcess | null {
    const free = this.#processes.find((helper) => helper.canTake);
    if (free) return free;
    const { length } = this.#processes;
    return length === 0 || (this.#overdue.size > 0 && length < this.#options.size) ? this.#begin() : null;
  }

  #begin(): IngestProcess {
    const helper = new IngestProcess({
      script: this.#options.script ?? new URL('../../ingestWorker.mjs', import.meta.url),
      timeLimit: this.#options.timeLimit ?? timeLimit,
      stepLimitMs: this.#options.stepLimitMs ?? stepLimitMs,
      onTrouble: this.#options.onTrouble,
      onChange: () => this.#giveOut(),
    });
    this.#processes.push(helper);
    return helper;
  }

  /** Ends every process; what runs is interrupted. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const processes = this.#processes;
    this.#giveOut();
    await Promise.all(processes.map((helper) => helper.stop()));
  }
}

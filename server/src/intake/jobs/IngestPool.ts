import { RoundRobin } from '../../run/scheduling/RoundRobin.ts';
import type { IngestedBook } from '../ingest/ingestedBook.ts';
import type { IngestStep } from '../ingest/ingestRequest.ts';
import { maxSkippedSteps, stepLimitMs, timeLimit } from '../ingest/limits.ts';
import {
  IngestInterrupted,
  IngestPreempted,
  IngestProcess,
  type PoolJob,
  StepFailed,
} from './IngestProcess.ts';

export interface PoolOptions {
  /** Maximum number of processes. */
  size: number;
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

/** A new process takes a second of CPU time before it is as fast as a warm one. */
const defaultScaleUpDelayMs = 2_000;

interface Waiting {
  job: PoolJob;
  timer: NodeJS.Timeout;
  begin(helper: IngestProcess): void;
  reject(error: Error): void;
}

/**
 * Processes that read files. When one dies or times out, only its own job fails, and it is replaced. While files of
 * other users wait, each user holds at most one process.
 */
export class IngestPool {
  readonly #options: PoolOptions;
  #processes: IngestProcess[] = [];
  /** Files waiting for a process, fairly by user. */
  readonly #waiting = new RoundRobin<Waiting>();
  /** Those that have waited long enough for another process to be started. */
  readonly #overdue = new Set<Waiting>();
  #stopped = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#options.size;
  }

  /** Starts a process if there is none, because it takes a while to become ready. */
  prepare(): void {
    if (!this.#stopped && this.#processes.length === 0) this.#begin();
  }

  /**
   * Reads a file as soon as a process is free. Steps in which a process hangs are skipped in the next attempt.
   * @throws AppError when the file cannot become a book; IngestInterrupted when it may be retried
   */
  async run(job: PoolJob): Promise<IngestedBook> {
    const skippedSteps: IngestStep[] = [];
    for (;;) {
      try {
        return await this.#attempt(job, skippedSteps);
      } catch (error) {
        if (error instanceof IngestPreempted) continue;
        if (!(error instanceof StepFailed)) throw error;
        if (skippedSteps.includes(error.step)) throw error.fatal;
        skippedSteps.push(error.step);
        if (skippedSteps.length === maxSkippedSteps) skippedSteps.push('text');
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
        this.#assignFiles();
      }, this.#options.scaleUpDelayMs ?? defaultScaleUpDelayMs),
      begin: (helper) => {
        helper.read(job, skippedSteps).then(resolve, reject);
      },
      reject,
    };
    this.#waiting.add(job.userId, waiting);
    this.#assignFiles();
    return promise;
  }

  /** Assigns waiting files to free processes. */
  #assignFiles(): void {
    this.#processes = this.#processes.filter(({ isGone }) => !isGone);
    while (this.#waiting.size > 0) {
      const helper = this.#stopped ? null : this.#freeProcess();
      if (helper === null && !this.#stopped) {
        this.#preemptSecondFile();
        return;
      }
      const holders = new Set(this.#reading().map(({ userId }) => userId));
      const next = this.#waiting.take((userId) => !holders.has(userId)) ?? this.#waiting.take();
      if (next === undefined) return;
      const { item: first } = next;
      this.#overdue.delete(first);
      clearTimeout(first.timer);
      if (helper) first.begin(helper);
      else first.reject(new IngestInterrupted('stopped'));
    }
  }

  /** The processes that read a file, the latest last. */
  #reading() {
    return this.#processes
      .flatMap((helper) => (helper.reading === null ? [] : [{ helper, ...helper.reading }]))
      .sort((a, b) => a.since - b.since);
  }

  /** When a file of a user without a process is overdue, ends the process that a user has in addition to another. */
  #preemptSecondFile(): void {
    const reading = this.#reading();
    const holders = reading.map(({ userId }) => userId);
    if ([...this.#overdue].every(({ job }) => holders.includes(job.userId))) return;
    // The latest, which loses the least.
    const second = reading.findLast(({ userId }, at) => holders.indexOf(userId) < at);
    second?.helper.preempt();
  }

  #freeProcess(): IngestProcess | null {
    const free = this.#processes.find((helper) => helper.isFree);
    if (free) return free;
    const { length } = this.#processes;
    return length === 0 || (this.#overdue.size > 0 && length < this.#options.size) ? this.#begin() : null;
  }

  #begin(): IngestProcess {
    const helper = new IngestProcess({
      script: this.#options.script ?? new URL('../../../ingestWorker.mjs', import.meta.url),
      timeLimit: this.#options.timeLimit ?? timeLimit,
      stepLimitMs: this.#options.stepLimitMs ?? stepLimitMs,
      residentMegabytes: this.#options.residentMegabytes,
      onTrouble: this.#options.onTrouble,
      onChange: () => this.#assignFiles(),
    });
    this.#processes.push(helper);
    return helper;
  }

  /** Ends every process; running jobs are interrupted. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const processes = this.#processes;
    this.#assignFiles();
    await Promise.all(processes.map((helper) => helper.stop()));
  }
}

import { mkdir, rm } from 'node:fs/promises';
import type { IngestedBook } from '../ingest/ingestedBook.ts';
import { timeLimit } from '../ingest/limits.ts';
import { RoundRobin } from '../turns/RoundRobin.ts';
import { DiedInCompany, IngestInterrupted, IngestThread, type PoolJob } from './IngestThread.ts';

export interface PoolOptions {
  /** Threads that there may be. */
  size: number;
  /** Milliseconds for a file of so many bytes. */
  timeLimit?: (bytes: number) => number;
  /** Milliseconds that a file waits for a thread before another one is begun for it. */
  patience?: number;
  /** Where the worker's code is; a test may have one that misbehaves. */
  script?: URL;
  /** Told what went wrong inside a worker, for the log. */
  onTrouble(message: string): void;
}

/** A thread takes a second of a processor until it is as quick as one that has read some books. */
const usualPatience = 2_000;

interface Waiting {
  job: PoolJob;
  alone: boolean;
  timer: NodeJS.Timeout;
  begin(thread: IngestThread): void;
  reject(error: Error): void;
}

/** Threads that read files. One that dies, or takes too long, fails its own job only, and another takes its place. */
export class IngestPool {
  readonly #options: PoolOptions;
  #threads: IngestThread[] = [];
  /** Files for which no thread is free; readers take turns. */
  readonly #waiting = new RoundRobin<Waiting>();
  /** Those of them that have waited long enough for another thread to be begun. */
  readonly #overdue = new Set<Waiting>();
  #stopped = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#options.size;
  }

  /** Starts a thread, if there is none: it takes a while until it can read. */
  prepare(): void {
    if (!this.#stopped && this.#threads.length === 0) this.#begin();
  }

  /**
   * Reads one file, as soon as a thread is free for it.
   * @throws AppError when the file cannot become a book; IngestInterrupted when it may be tried again
   */
  async run(job: PoolJob): Promise<IngestedBook> {
    try {
      return await this.#read(job, false);
    } catch (error) {
      if (!(error instanceof DiedInCompany)) throw error;
      await rm(job.workDir, { recursive: true, force: true });
      await mkdir(job.workDir, { mode: 0o700 });
      return await this.#read(job, true);
    }
  }

  #read(job: PoolJob, alone: boolean): Promise<IngestedBook> {
    const { promise, resolve, reject } = Promise.withResolvers<IngestedBook>();
    const waiting: Waiting = {
      job,
      alone,
      timer: setTimeout(() => {
        this.#overdue.add(waiting);
        this.#giveOut();
      }, this.#options.patience ?? usualPatience),
      begin: (thread) => {
        thread.read(job, alone).then(resolve, reject);
      },
      reject,
    };
    this.#waiting.add(job.userId, waiting);
    this.#giveOut();
    return promise;
  }

  /** Gives files to threads, as far as there are any that are free. */
  #giveOut(): void {
    this.#threads = this.#threads.filter(({ isGone }) => !isGone);
    for (let first = this.#waiting.peek(); first; first = this.#waiting.peek()) {
      const thread = this.#stopped ? null : this.#threadFor(first);
      if (thread === null && !this.#stopped) return;
      this.#waiting.take();
      this.#overdue.delete(first);
      clearTimeout(first.timer);
      if (thread) first.begin(thread);
      else first.reject(new IngestInterrupted('stopped'));
    }
  }

  #threadFor({ alone }: Waiting): IngestThread | null {
    const free = this.#threads.find((thread) => thread.canTake(alone));
    if (free) return free;
    const { length } = this.#threads;
    return length === 0 || (this.#overdue.size > 0 && length < this.#options.size) ? this.#begin() : null;
  }

  #begin(): IngestThread {
    const thread = new IngestThread({
      script: this.#options.script ?? new URL('../../ingestWorker.mjs', import.meta.url),
      timeLimit: this.#options.timeLimit ?? timeLimit,
      onTrouble: this.#options.onTrouble,
      onChange: () => this.#giveOut(),
    });
    this.#threads.push(thread);
    return thread;
  }

  /** Ends every thread; what runs is interrupted. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const threads = this.#threads;
    this.#giveOut();
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}

import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import type { IngestedBook } from '../ingest/ingestedBook.ts';
import { timeLimit } from '../ingest/limits.ts';
import type { IngestAnswer, IngestJob } from '../ingest/worker.ts';

/** The worker could not do its work for reasons that are not the file's: try again. */
export class IngestInterrupted extends Error {}

export interface PoolJob {
  path: string;
  fileName: string;
  workDir: string;
  bytes: number;
  /** What the reader is told when the worker dies of this file. */
  fatal: AppError;
  progress(share: number): void;
}

export interface PoolOptions {
  size: number;
  /** Milliseconds for a file of so many bytes. */
  timeLimit?: (bytes: number) => number;
  /** Where the worker's code is; a test may have one that misbehaves. */
  script?: URL;
  /** Told what went wrong inside a worker, for the log. */
  onTrouble(message: string): void;
}

/** A thread at rest is ended after this many milliseconds: pdf.js and its fonts take tens of megabytes. */
const restLimit = 60_000;
const heapMegabytes = 768;
/**
 * What a thread's heap begins with (MB): a long book takes so much, and one that grows to it step by step is searched
 * for garbage at each step. They are V8's for the whole process, and mean something only where a heap is made.
 */
const roomToBegin = ['--min-semi-space-size=16', '--initial-heap-size=300'];

/** Threads that read files. One that dies, or takes too long, fails its own job only, and another takes its place. */
export class IngestPool {
  readonly #options: PoolOptions;
  /** Idle threads, each with what takes it out of its rest. */
  readonly #resting = new Map<Worker, () => void>();
  readonly #working = new Map<Worker, (error: Error) => void>();
  #stopped = false;
  /** Turns that are taken, and those who wait for one. */
  #taken = 0;
  readonly #queue: (() => void)[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#options.size;
  }

  /** Starts a thread, if there is none at rest and room for one: it takes a while until it can read. */
  prepare(): void {
    if (this.#stopped || this.#resting.size > 0 || this.#working.size >= this.#options.size) return;
    this.#rest(this.#take());
  }

  /**
   * Reads one file, as soon as one of `size` threads is free for it.
   * @throws AppError when the file cannot become a book; IngestInterrupted when it may be tried again
   */
  async run(job: PoolJob): Promise<IngestedBook> {
    await this.#turn();
    try {
      return await this.#runNow(job);
    } finally {
      this.#turnEnds();
    }
  }

  async #turn(): Promise<void> {
    if (this.#taken < this.#options.size) this.#taken += 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  #turnEnds(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#taken -= 1;
  }

  async #runNow(job: PoolJob): Promise<IngestedBook> {
    if (this.#stopped) throw new IngestInterrupted('stopped');
    const worker = this.#take();
    const limit = (this.#options.timeLimit ?? timeLimit)(job.bytes);
    const { promise, resolve, reject } = Promise.withResolvers<IngestedBook>();
    this.#working.set(worker, reject);
    const timer = setTimeout(() => reject(new AppError('ingest_timeout')), limit);
    const unhear = listen(worker, {
      message: (answer: IngestAnswer) => this.#answered(answer, job, { resolve, reject }),
      error: (error: unknown) => {
        this.#options.onTrouble(`A worker ended: ${String(error)}`);
        reject(job.fatal);
      },
      exit: () => reject(job.fatal),
    });
    const { path, fileName, workDir } = job;
    worker.postMessage({ path, fileName, workDir, softLimit: limit * 0.6 } satisfies IngestJob);
    let sound = false;
    try {
      const book = await promise;
      sound = true;
      return book;
    } catch (error) {
      // One that said no in good order is as fit as before.
      sound = error instanceof Refused;
      throw error instanceof Refused ? error.reason : error;
    } finally {
      clearTimeout(timer);
      unhear();
      this.#working.delete(worker);
      if (sound && !this.#stopped) this.#rest(worker);
      else await end(worker);
    }
  }

  #answered(
    answer: IngestAnswer,
    job: PoolJob,
    { resolve, reject }: { resolve(book: IngestedBook): void; reject(error: Error): void },
  ): void {
    if (answer.kind === 'progress') job.progress(answer.share);
    else if (answer.kind === 'done') resolve(answer.book);
    else if (answer.kind === 'refused') reject(new Refused(new AppError(answer.code, answer.sentence)));
    else {
      this.#options.onTrouble(answer.message);
      reject(answer.errno === null ? job.fatal : new IngestInterrupted(answer.errno));
    }
  }

  #take(): Worker {
    const [rested] = this.#resting;
    if (rested) {
      const [worker, wake] = rested;
      wake();
      worker.ref();
      return worker;
    }
    const script = this.#options.script ?? new URL('../../ingestWorker.mjs', import.meta.url);
    for (const flag of roomToBegin) setFlagsFromString(flag);
    const worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 64 },
      // It needs no secret of the server, and what hostile files make libraries say is not for its log. The fonts of the
      // machine are found without being read beforehand, every one of them.
      env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
      stdout: true,
      stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    return worker;
  }

  #rest(worker: Worker): void {
    worker.unref();
    const wake = () => {
      clearTimeout(timer);
      unhear();
      this.#resting.delete(worker);
    };
    const timer = setTimeout(() => {
      wake();
      void end(worker);
    }, restLimit);
    timer.unref();
    // One that dies at rest is simply no longer there.
    const unhear = listen(worker, { message: () => {}, error: wake, exit: wake });
    this.#resting.set(worker, wake);
  }

  /** Ends every thread; what runs is interrupted. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const reject of this.#working.values()) reject(new IngestInterrupted('stopped'));
    for (const [worker, wake] of [...this.#resting]) {
      wake();
      await end(worker);
    }
  }
}

/** The worker is well; the file is not. */
class Refused extends Error {
  readonly reason: AppError;

  constructor(reason: AppError) {
    super(reason.message);
    this.reason = reason;
  }
}

interface Listeners {
  message(answer: IngestAnswer): void;
  error(error: unknown): void;
  exit(): void;
}

/** @returns a function that stops the listening; the listeners of Node's own must stay */
function listen(worker: Worker, listeners: Listeners): () => void {
  const entries = Object.entries(listeners);
  for (const [event, listener] of entries) worker.on(event, listener);
  return () => {
    for (const [event, listener] of entries) worker.off(event, listener);
  };
}

async function end(worker: Worker): Promise<void> {
  worker.on('error', () => {});
  await worker.terminate();
}

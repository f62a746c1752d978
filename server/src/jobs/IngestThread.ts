import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import type { IngestedBook } from '../ingest/ingestedBook.ts';
import type { IngestAnswer, IngestJob } from '../ingest/worker.ts';
import { type ErrorLog, runInBackground } from '../runInBackground.ts';

/** The worker could not do its work for reasons that are not the file's: try again. */
export class IngestInterrupted extends Error {}

/** The thread died while it had another file too: whose fault it was is seen when each is read alone. */
export class DiedInCompany extends Error {}

export interface PoolJob {
  /** Whose file it is: readers take turns. */
  userId: string;
  path: string;
  fileName: string;
  workDir: string;
  bytes: number;
  /** What the reader is told when the worker dies of this file. */
  fatal: AppError;
  progress(share: number): void;
}

export interface ThreadOptions {
  script: URL;
  /** Milliseconds for a file of so many bytes. */
  timeLimit(bytes: number): number;
  /** Told what went wrong inside the thread, for the log. */
  onTrouble(message: string): void;
  /** It can take another file, or will take none any more. */
  onChange(): void;
}

interface InHand {
  job: PoolJob;
  timer: NodeJS.Timeout;
  resolve(book: IngestedBook): void;
  reject(error: Error): void;
}

/** A thread at rest is ended after this many milliseconds: pdf.js and its fonts take tens of megabytes. */
const restLimit = 60_000;
const heapMegabytes = 768;
/** One that is read, and those that others still draw or compress for. */
const mostInHand = 3;
/**
 * What its heap begins with (MB): a long book takes so much, and a heap that grows to it step by step is searched for
 * garbage at each of them. They are flags of the process, and mean something only where a heap is made.
 */
const roomToBegin = ['--min-semi-space-size=16', '--initial-heap-size=300'];

/** A thread that reads files, one at a time; the next is begun while the covers of the last are still being drawn. */
export class IngestThread {
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #inHand = new Map<number, InHand>();
  /** The one that takes the thread's time, and whether no other may come beside it. */
  #reading: { id: number; alone: boolean } | null = null;
  #count = 0;
  #rest: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
    for (const flag of roomToBegin) setFlagsFromString(flag);
    this.#worker = new Worker(options.script, {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 64 },
      // It needs no secret of the server, and what hostile files make libraries say is not for its log. The machine's
      // fonts are found without all of them being read beforehand.
      env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
      stdout: true,
      stderr: true,
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on('message', (answer: IngestAnswer) => this.#answered(answer));
    this.#worker.on('error', (error: unknown) => {
      if (this.#inHand.size > 0) options.onTrouble(`A worker ended: ${String(error)}`);
      this.#died();
    });
    this.#worker.on('exit', () => this.#died());
    this.#rests();
  }

  /** It has nothing in hand, and will take no more. */
  get isGone(): boolean {
    return this.#isOver && this.#inHand.size === 0;
  }

  canTake(alone: boolean): boolean {
    if (this.#isOver || this.#reading !== null) return false;
    return this.#inHand.size < (alone ? 1 : mostInHand);
  }

  /**
   * Reads a file; to be asked only where canTake() says so.
   * @throws AppError when the file cannot become a book; IngestInterrupted, DiedInCompany when it may be tried again
   */
  read(job: PoolJob, alone: boolean): Promise<IngestedBook> {
    const id = ++this.#count;
    const limit = this.#options.timeLimit(job.bytes);
    const { promise, resolve, reject } = Promise.withResolvers<IngestedBook>();
    const timer = setTimeout(() => this.#tookTooLong(id), limit);
    this.#inHand.set(id, { job, timer, resolve, reject });
    this.#reading = { id, alone };
    clearTimeout(this.#rest);
    this.#worker.ref();
    const { path, fileName, workDir } = job;
    this.#worker.postMessage({ id, path, fileName, workDir, softLimit: limit * 0.6 } satisfies IngestJob);
    return promise;
  }

  /** Ends it; what it was at has been interrupted. */
  async stop(): Promise<void> {
    await this.#end(() => new IngestInterrupted('stopped'));
  }

  #answered(answer: IngestAnswer): void {
    const { id } = answer;
    const inHand = this.#inHand.get(id);
    if (!inHand) return;
    if (answer.kind === 'progress') inHand.job.progress(answer.share);
    else if (answer.kind === 'read') {
      if (this.#reading?.id !== id || this.#reading.alone) return;
      this.#reading = null;
      this.#options.onChange();
    } else {
      if (answer.kind === 'done') inHand.resolve(answer.book);
      // One that says no in good order is as fit as before.
      else if (answer.kind === 'refused') inHand.reject(new AppError(answer.code, answer.sentence));
      else {
        this.#options.onTrouble(answer.message);
        inHand.reject(answer.errno === null ? inHand.job.fatal : new IngestInterrupted(answer.errno));
        this.#isOver = true;
      }
      this.#putDown(id, inHand);
    }
  }

  #putDown(id: number, { timer }: InHand): void {
    clearTimeout(timer);
    this.#inHand.delete(id);
    if (this.#reading?.id === id) this.#reading = null;
    if (this.#inHand.size === 0) {
      if (this.#isOver) this.#inBackground(() => this.#worker.terminate());
      else this.#rests();
    }
    this.#options.onChange();
  }

  #rests(): void {
    this.#worker.unref();
    this.#rest = setTimeout(() => this.#inBackground(() => this.stop()), restLimit);
    this.#rest.unref();
  }

  #died(): void {
    this.#inBackground(() => this.#end((job) => (this.#inHand.size > 1 ? new DiedInCompany() : job.fatal)));
  }

  #tookTooLong(id: number): void {
    const inHand = this.#inHand.get(id);
    // Another file may have kept this one waiting.
    const error = this.#inHand.size > 1 ? new DiedInCompany() : new AppError('ingest_timeout');
    if (inHand) this.#inBackground(() => this.#end(() => error));
  }

  #inBackground(work: () => unknown): void {
    const log: ErrorLog = {
      error: ({ err }, message) => this.#options.onTrouble(`${message}: ${String(err)}`),
    };
    runInBackground(work, log, 'A worker did not end');
  }

  /** Nobody hears of it before the thread is gone, and with it whatever it had open. */
  async #end(errorFor: (job: PoolJob) => Error): Promise<void> {
    if (this.isGone) return;
    this.#isOver = true;
    clearTimeout(this.#rest);
    const errors = [...this.#inHand.values()].map(({ job, timer, reject }) => {
      clearTimeout(timer);
      return { reject, error: errorFor(job) };
    });
    this.#inHand.clear();
    this.#reading = null;
    await this.#worker.terminate();
    for (const { reject, error } of errors) reject(error);
    this.#options.onChange();
  }
}

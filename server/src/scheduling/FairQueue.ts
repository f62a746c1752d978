import { AppError } from '../common/errors.ts';
import { RecentReaders } from './RecentReaders.ts';
import { RoundRobin } from './RoundRobin.ts';
import { WorkBudget } from './WorkBudget.ts';

export interface FairQueueOptions {
  /** Concurrent jobs of all users; unlimited when omitted. */
  total?: number;
  /** Concurrent jobs per user. */
  perReader: number;
  /** Waiting jobs per user; more are refused. */
  waiting: number;
  /**
   * How long a user pauses after a job, as a multiple of its duration, so that endless requests get only a share of
   * the time. Nobody pauses while there are no requests of other users.
   */
  rest?: number;
  /** Milliseconds of work before pauses apply; none when omitted. */
  burst?: number;
  /** Users with recent requests; shared between queues. */
  recentReaders?: RecentReaders;
}

/** Maximum pause in milliseconds. */
const maxPauseMs = 2_000;
const minPauseMs = 1;
/** Retry-After in seconds for a user with too many jobs. */
const retryAfter = 2;

/** Runs jobs with limited concurrency, fairly between users. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #waiting = new RoundRobin<() => void>();
  readonly #running = new Map<string, number>();
  readonly #recentReaders: RecentReaders;
  readonly #budget: WorkBudget;
  #count = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#recentReaders = options.recentReaders ?? new RecentReaders();
    this.#budget = new WorkBudget(options);
  }

  /** Number of running jobs. */
  get running(): number {
    return this.#count;
  }

  /**
   * Runs a job when it is its user's turn.
   * @throws AppError too_many_requests when too many jobs of this user are waiting; errors of the job
   */
  async run<T>(reader: string, job: () => Promise<T>): Promise<T> {
    const leave = await this.enter(reader);
    try {
      return await job();
    } finally {
      leave();
    }
  }

  /** Whether a user's next job has to wait. */
  mustWait(reader: string): boolean {
    return this.#waiting.sizeOf(reader) > 0 || !this.#mayRun(reader);
  }

  /**
   * Waits for a turn.
   * @returns ends the turn
   * @throws as run() does
   */
  async enter(reader: string): Promise<() => void> {
    if (this.mustWait(reader) && this.#waiting.sizeOf(reader) >= this.#options.waiting) {
      const error = new AppError('too_many_at_once');
      error.retryAfter = retryAfter;
      throw error;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#recentReaders.record(reader);
    this.#waiting.add(reader, resolve);
    this.#next();
    await promise;
    const begun = performance.now();
    return () => {
      const took = performance.now() - begun;
      const isBurst = this.#budget.spend(reader, took);
      const rest =
        isBurst || this.#recentReaders.isAlone(reader)
          ? 0
          : Math.min(maxPauseMs, took * (this.#options.rest ?? 0));
      this.#count -= 1;
      if (rest < minPauseMs) return this.#release(reader);
      setTimeout(() => this.#release(reader), rest).unref();
      this.#next();
    };
  }

  /** Frees the slot of a user's job. */
  #release(reader: string): void {
    const remaining = (this.#running.get(reader) ?? 1) - 1;
    if (remaining > 0) this.#running.set(reader, remaining);
    else this.#running.delete(reader);
    this.#next();
  }

  #mayRun(reader: string): boolean {
    const { total = Number.POSITIVE_INFINITY, perReader } = this.#options;
    return this.#count < total && (this.#running.get(reader) ?? 0) < perReader;
  }

  #begin(reader: string): void {
    this.#running.set(reader, (this.#running.get(reader) ?? 0) + 1);
    this.#count += 1;
  }

  #next(): void {
    for (;;) {
      const next = this.#waiting.take((reader) => this.#mayRun(reader));
      if (!next) return;
      this.#begin(next.reader);
      next.item();
    }
  }
}

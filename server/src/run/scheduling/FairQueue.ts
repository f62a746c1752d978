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
  async run<T>(userId: string, job: () => Promise<T>): Promise<T> {
    const leave = await this.enter(userId);
    try {
      return await job();
    } finally {
      leave();
    }
  }

  /** Whether a user's next job has to wait. */
  mustWait(userId: string): boolean {
    return this.#waiting.sizeOf(userId) > 0 || !this.#mayRun(userId);
  }

  /**
   * Waits for a turn.
   * @returns ends the turn
   * @throws as run() does
   */
  async enter(userId: string): Promise<() => void> {
    if (this.mustWait(userId) && this.#waiting.sizeOf(userId) >= this.#options.waiting) {
      const error = new AppError('too_many_at_once');
      error.retryAfter = retryAfter;
      throw error;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#recentReaders.record(userId);
    this.#waiting.add(userId, resolve);
    this.#next();
    await promise;
    const begun = performance.now();
    return () => {
      const took = performance.now() - begun;
      const isBurst = this.#budget.spend(userId, took);
      const rest =
        isBurst || this.#recentReaders.isAlone(userId)
          ? 0
          : Math.min(maxPauseMs, took * (this.#options.rest ?? 0));
      this.#count -= 1;
      if (rest < minPauseMs) return this.#release(userId);
      setTimeout(() => this.#release(userId), rest).unref();
      this.#next();
    };
  }

  /** Frees the slot of a user's job. */
  #release(userId: string): void {
    const remaining = (this.#running.get(userId) ?? 1) - 1;
    if (remaining > 0) this.#running.set(userId, remaining);
    else this.#running.delete(userId);
    this.#next();
  }

  #mayRun(userId: string): boolean {
    const { total = Number.POSITIVE_INFINITY, perReader } = this.#options;
    return this.#count < total && (this.#running.get(userId) ?? 0) < perReader;
  }

  #begin(userId: string): void {
    this.#running.set(userId, (this.#running.get(userId) ?? 0) + 1);
    this.#count += 1;
  }

  #next(): void {
    for (;;) {
      const next = this.#waiting.take((userId) => this.#mayRun(userId));
      if (!next) return;
      this.#begin(next.userId);
      next.item();
    }
  }
}

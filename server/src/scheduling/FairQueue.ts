import { AppError } from '../common/errors.ts';
import { RecentReaders } from './RecentReaders.ts';
import { RoundRobin } from './RoundRobin.ts';
import { WorkBudget } from './WorkBudget.ts';

export interface FairQueueOptions {
  /** Jobs that run at once, of all readers together; as many as like when left out. */
  total?: number;
  /** Jobs of one reader that run at once. */
  perReader: number;
  /** Jobs of one reader that may wait; what comes beyond that is refused. */
  waiting: number;
  /**
   * How long a reader rests after a job before the next one, as a multiple of what the job took. So one who
   * asks without end has only a share of the time. Nobody rests while no other reader has asked for anything.
   */
  rest?: number;
  /** Milliseconds of work that a reader may have at once before the rests begin; none when left out. */
  burst?: number;
  /** Who has asked for anything of late. Queues that share it know of each other's readers. */
  recentReaders?: RecentReaders;
}

/** Milliseconds that a reader rests at most. */
const longestRest = 2_000;
const shortestRest = 1;
/** Seconds after which a reader with too many jobs should try again. */
const retryAfter = 2;

/** Runs jobs of several readers, so many at once, in turns between the readers. */
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

  /** How many jobs run now. */
  get running(): number {
    return this.#count;
  }

  /**
   * Runs a job when its reader's turn has come.
   * @throws AppError too_many_requests, when too many jobs of this reader wait already; whatever the job throws
   */
  async run<T>(reader: string, job: () => Promise<T>): Promise<T> {
    const leave = await this.enter(reader);
    try {
      return await job();
    } finally {
      leave();
    }
  }

  /** Waits for a turn, which lasts until what it gives is called. Throws as run() does. */
  async enter(reader: string): Promise<() => void> {
    const mustWait = this.#waiting.sizeOf(reader) > 0 || !this.#mayRun(reader);
    if (mustWait && this.#waiting.sizeOf(reader) >= this.#options.waiting) {
      const error = new AppError('too_many_at_once');
      error.retryAfter = retryAfter;
      throw error;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#recentReaders.saw(reader);
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
          : Math.min(longestRest, took * (this.#options.rest ?? 0));
      this.#count -= 1;
      if (rest < shortestRest) return this.#giveUp(reader);
      setTimeout(() => this.#giveUp(reader), rest).unref();
      this.#next();
    };
  }

  /** The place of a reader's job is free for the next one. */
  #giveUp(reader: string): void {
    const left = (this.#running.get(reader) ?? 1) - 1;
    if (left > 0) this.#running.set(reader, left);
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

import { AppError } from '../common/errors.ts';

export interface FairQueueOptions {
  /** Concurrent jobs of all users; unlimited when omitted. */
  total?: number;
  /** Further concurrent jobs, only for users who have none. */
  reserve?: number;
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

/** The jobs of one user. */
interface Line {
  waiting: (() => void)[];
  running: number;
  /** Number of the last turn. */
  lastTurn: number;
  /** Until when the user would pause without a burst, in monotonic milliseconds. */
  restUntil: number;
}

/** Maximum pause in milliseconds. */
const maxPauseMs = 2_000;
/** Retry-After in seconds for a user with too many jobs. */
const retryAfter = 2;

/**
 * Runs jobs with limited concurrency. The user whose last turn was longest ago comes next, with their oldest job, so
 * that nobody waits for more than one job of each other user.
 */
export class FairQueue {
  /** Concurrent jobs of all users. */
  total: number;
  readonly #options: FairQueueOptions;
  readonly #recentReaders: RecentReaders;
  /** By user, while there is something to remember. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #turns = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.total = options.total ?? Number.POSITIVE_INFINITY;
    this.#recentReaders = options.recentReaders ?? new RecentReaders();
  }

  /** Number of running jobs. */
  get running(): number {
    return this.#running;
  }

  /**
   * Runs a job when it is its user's turn.
   * @throws AppError too_many_at_once when too many jobs of this user are waiting; errors of the job
   */
  async run<T>(userId: string, job: () => Promise<T>): Promise<T> {
    const leave = await this.enter(userId);
    try {
      return await job();
    } finally {
      leave();
    }
  }

  /**
   * Waits for a turn.
   * @param signal gives up the place in the queue
   * @returns ends the turn
   * @throws as run() does; the reason of the signal
   */
  async enter(userId: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const line = this.#lines.get(userId) ?? { waiting: [], running: 0, lastTurn: 0, restUntil: 0 };
    if (line.waiting.length >= this.#options.waiting) throw AppError.until('too_many_at_once', retryAfter);
    this.#recentReaders.record(userId);
    this.#lines.set(userId, line);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    line.waiting.push(resolve);
    signal?.addEventListener('abort', () => {
      line.waiting = line.waiting.filter((begin) => begin !== resolve);
      reject(signal.reason);
    });
    this.beginNext();
    await promise;
    const begun = performance.now();
    return () => {
      line.running -= 1;
      this.#running -= 1;
      if (!this.#recentReaders.isAlone(userId)) this.#rest(line, performance.now() - begun);
      this.beginNext();
    };
  }

  /** Begins the jobs that may run now; for whoever has raised `total`. */
  beginNext(): void {
    for (let line = this.#nextLine(); line; line = this.#nextLine()) {
      line.lastTurn = ++this.#turns;
      line.running += 1;
      this.#running += 1;
      line.waiting.shift()?.();
    }
  }

  /** Counts a job against the share of its user, and begins the next one after the pause. */
  #rest(line: Line, took: number): void {
    const { rest = 0, perReader } = this.#options;
    const now = performance.now();
    line.restUntil = Math.min(
      Math.max(now, line.restUntil) + (took * rest) / perReader,
      now + this.#burst + maxPauseMs,
    );
    const pause = line.restUntil - this.#burst - now;
    // A timer may fire up to a millisecond early: then nobody would begin the next job.
    if (pause > 0) setTimeout(() => this.beginNext(), Math.ceil(pause) + 1).unref();
  }

  /** How far in the future `restUntil` may be. */
  get #burst(): number {
    const { burst = 0, rest = 0, perReader } = this.#options;
    return (burst * rest) / perReader;
  }

  #nextLine(): Line | undefined {
    const now = performance.now();
    let next: Line | undefined;
    for (const [userId, line] of this.#lines) {
      const { waiting, running, restUntil, lastTurn } = line;
      if (waiting.length === 0 && running === 0 && restUntil <= now) this.#lines.delete(userId);
      if (waiting.length === 0 || running >= this.#options.perReader || restUntil - this.#burst > now)
        continue;
      const places = this.total + (running === 0 ? (this.#options.reserve ?? 0) : 0);
      if (this.#running < places && (next === undefined || lastTurn < next.lastTurn)) next = line;
    }
    return next;
  }
}

/** Milliseconds for which a user counts as active after a request. */
const activeForMs = 2_000;

/** The last two different users with requests of any kind. */
export class RecentReaders {
  /** Latest first; times are monotonic milliseconds. */
  #last: { userId: string; at: number }[] = [];

  record(userId: string): void {
    const others = this.#last.filter((last) => last.userId !== userId);
    this.#last = [{ userId, at: performance.now() }, ...others].slice(0, 2);
  }

  /** Whether no other user has had a recent request. */
  isAlone(userId: string): boolean {
    const other = this.#last.find((last) => last.userId !== userId);
    return other === undefined || performance.now() - other.at > activeForMs;
  }
}

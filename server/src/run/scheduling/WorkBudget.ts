/** Remembered users. A forgotten one starts with a full budget. */
const maxRemembered = 10_000;

/**
 * A leaky bucket for the work of each user. A page that sends ten requests at once is answered without a pause; a
 * user who never stops is held to a share of the time.
 */
export class WorkBudget {
  readonly #burst: number;
  /** Milliseconds restored per elapsed millisecond. */
  readonly #share: number;
  readonly #used = new Map<string, { milliseconds: number; at: number }>();

  /**
   * @param options.burst milliseconds of work
   * @param options.rest as in FairQueueOptions: a user who never pauses gets 1 / (1 + rest) of the time
   */
  constructor({ burst = 0, rest = 0 }: { burst?: number | undefined; rest?: number | undefined }) {
    this.#burst = burst;
    this.#share = 1 / (1 + rest);
  }

  /**
   * Counts a job.
   * @returns whether the user is still within budget
   */
  spend(userId: string, milliseconds: number): boolean {
    if (this.#burst === 0) return false;
    const used = Math.min(this.#burst * 2, this.#usedBy(userId) + milliseconds);
    this.#used.delete(userId);
    this.#used.set(userId, { milliseconds: used, at: performance.now() });
    const [oldest] = this.#used.keys();
    if (this.#used.size > maxRemembered && oldest !== undefined) this.#used.delete(oldest);
    return used <= this.#burst;
  }

  #usedBy(userId: string): number {
    const last = this.#used.get(userId);
    if (last === undefined) return 0;
    return Math.max(0, last.milliseconds - (performance.now() - last.at) * this.#share);
  }
}

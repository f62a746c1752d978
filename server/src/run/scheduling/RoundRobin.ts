/** Remembered users; beyond that, the order starts over. */
const maxRemembered = 10_000;

/**
 * Items of several users, taken in turn: the user whose last turn was longest ago comes next, with their oldest item.
 * So nobody waits for more than one item of each other user.
 */
export class RoundRobin<Item> {
  readonly #waiting = new Map<string, Item[]>();
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;
  #size = 0;

  /** Number of waiting items. */
  get size(): number {
    return this.#size;
  }

  /** Number of waiting items of this user. */
  sizeOf(userId: string): number {
    return this.#waiting.get(userId)?.length ?? 0;
  }

  add(userId: string, item: Item): void {
    const items = this.#waiting.get(userId);
    if (items) items.push(item);
    else this.#waiting.set(userId, [item]);
    this.#size += 1;
  }

  /**
   * Takes the next item; undefined when no eligible user has one.
   * @param isEligible which users may have a turn; all when omitted
   */
  take(isEligible: (userId: string) => boolean = () => true): { userId: string; item: Item } | undefined {
    const userId = this.#next(isEligible);
    const items = userId === undefined ? undefined : this.#waiting.get(userId);
    if (userId === undefined || items === undefined) return undefined;
    const item = items.shift() as Item;
    if (items.length === 0) this.#waiting.delete(userId);
    this.#size -= 1;
    if (this.#lastTurns.size >= maxRemembered) this.#lastTurns.clear();
    this.#lastTurns.set(userId, ++this.#turns);
    return { userId, item };
  }

  #next(isEligible: (userId: string) => boolean): string | undefined {
    let next: string | undefined;
    let longestAgo = Number.POSITIVE_INFINITY;
    for (const userId of this.#waiting.keys()) {
      const turn = this.#lastTurns.get(userId) ?? 0;
      if (turn < longestAgo && isEligible(userId)) [next, longestAgo] = [userId, turn];
    }
    return next;
  }
}

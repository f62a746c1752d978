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
  sizeOf(reader: string): number {
    return this.#waiting.get(reader)?.length ?? 0;
  }

  add(reader: string, item: Item): void {
    const items = this.#waiting.get(reader);
    if (items) items.push(item);
    else this.#waiting.set(reader, [item]);
    this.#size += 1;
  }

  /**
   * Takes the next item; undefined when no eligible user has one.
   * @param isEligible which users may have a turn; all when omitted
   */
  take(isEligible: (reader: string) => boolean = () => true): { reader: string; item: Item } | undefined {
    const reader = this.#next(isEligible);
    const items = reader === undefined ? undefined : this.#waiting.get(reader);
    if (reader === undefined || items === undefined) return undefined;
    const item = items.shift() as Item;
    if (items.length === 0) this.#waiting.delete(reader);
    this.#size -= 1;
    if (this.#lastTurns.size >= maxRemembered) this.#lastTurns.clear();
    this.#lastTurns.set(reader, ++this.#turns);
    return { reader, item };
  }

  #next(isEligible: (reader: string) => boolean): string | undefined {
    let next: string | undefined;
    let longestAgo = Number.POSITIVE_INFINITY;
    for (const reader of this.#waiting.keys()) {
      const turn = this.#lastTurns.get(reader) ?? 0;
      if (turn < longestAgo && isEligible(reader)) [next, longestAgo] = [reader, turn];
    }
    return next;
  }
}

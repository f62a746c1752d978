/**
 * Chooses the case of each epub:switch: the first that browsers support, else the default, else (which is known at its
 * end only) the first case in a second pass.
 */
export class EpubSwitches {
  readonly #firstCases: ReadonlySet<number>;
  /** Depths of open elements of which a case has been chosen. */
  readonly #taken = new Set<number>();
  /** Numbers of the start tags of open switches, by depth. */
  readonly #open = new Map<number, number>();
  /** Those of which nothing was shown. */
  readonly empty = new Set<number>();

  /** @param firstCases `empty` of an earlier pass */
  constructor(firstCases: ReadonlySet<number> = new Set()) {
    this.#firstCases = firstCases;
  }

  open(depth: number, startTag: number): void {
    this.#open.set(depth, startTag);
  }

  /** @returns whether a case at this depth is shown */
  take(depth: number, isSupported: boolean): boolean {
    const wanted = isSupported || this.#firstCases.has(this.#open.get(depth) ?? 0);
    if (!wanted || this.#taken.has(depth)) return false;
    this.#taken.add(depth);
    return true;
  }

  close(depth: number): void {
    // Most pages have none.
    if (this.#open.size === 0 && this.#taken.size === 0) return;
    const startTag = this.#open.get(depth);
    if (startTag !== undefined && !this.#taken.has(depth)) this.empty.add(startTag);
    this.#open.delete(depth);
    this.#taken.delete(depth);
  }
}

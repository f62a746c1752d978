/** A change of an answer. */
export type Change = (value: unknown, request: unknown) => unknown;

/** Milliseconds after which the changes of large entries are made. */
const deferMs = 2_000;

/** The entries known to be large: costly to read and write, so their changes are made a little later, together. */
export class LargeEntries {
  readonly #changes = new Map<string, Change[]>();
  readonly #write: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param write is to call `writeAll` */
  constructor(write: () => void) {
    this.#write = write;
  }

  add(name: string): void {
    this.#changes.set(name, this.#changes.get(name) ?? []);
  }

  delete(name: string): void {
    this.#changes.delete(name);
  }

  /** The changes that are still to be made. */
  changesOf(name: string): readonly Change[] {
    return this.#changes.get(name) ?? [];
  }

  /** @returns false for an entry that is not known to be large: nothing is done then */
  changeLater(name: string, change: Change): boolean {
    const changes = this.#changes.get(name);
    if (changes === undefined) return false;
    changes.push(change);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#write, deferMs);
    return true;
  }

  /** @param write writes one entry with its changes */
  async writeAll(write: (name: string) => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    for (const [name, changes] of this.#changes) {
      const count = changes.length;
      if (count === 0) continue;
      await write(name);
      changes.splice(0, count);
    }
  }
}

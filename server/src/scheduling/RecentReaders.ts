/** Milliseconds after a reader's request during which the others leave room for the next one. */
const stillThere = 2_000;

/** The last two different readers who asked for something, whatever it was. */
export class RecentReaders {
  /** The later one first; times are monotonic milliseconds. */
  #last: { reader: string; at: number }[] = [];

  saw(reader: string): void {
    const others = this.#last.filter((last) => last.reader !== reader);
    this.#last = [{ reader, at: performance.now() }, ...others].slice(0, 2);
  }

  /** Whether no other reader has asked for anything of late. */
  isAlone(reader: string): boolean {
    const other = this.#last.find((last) => last.reader !== reader);
    return other === undefined || performance.now() - other.at > stillThere;
  }
}

/** Milliseconds for which a user counts as active after a request. */
const activeForMs = 2_000;

/** The last two different users with requests of any kind. */
export class RecentReaders {
  /** Latest first; times are monotonic milliseconds. */
  #last: { reader: string; at: number }[] = [];

  record(reader: string): void {
    const others = this.#last.filter((last) => last.reader !== reader);
    this.#last = [{ reader, at: performance.now() }, ...others].slice(0, 2);
  }

  /** Whether no other user has had a recent request. */
  isAlone(reader: string): boolean {
    const other = this.#last.find((last) => last.reader !== reader);
    return other === undefined || performance.now() - other.at > activeForMs;
  }
}

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

/** Limits queued turns, so that pages stop turning when a held key is released. */
const maxWaiting = 3;

/** Serializes page turns: a turn requested during another one starts where that one ends. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @returns false when the queue is full and the turn is dropped */
  async follow(turn: () => Promise<boolean>): Promise<boolean> {
    if (this.#waiting > maxWaiting) return false;
    this.#waiting++;
    const turned = this.#last.then(turn).finally(() => this.#waiting--);
    this.#last = turned.catch(() => {});
    return turned;
  }
}

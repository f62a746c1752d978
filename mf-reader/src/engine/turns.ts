/** How many turns wait for the one that is on its way: a key that is held down does not turn on once it is let go. */
const most = 3;

/**
 * Turns of pages, one after another: one that is asked for while another is on its way begins where that one ends.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @returns false when so many wait already that this one is left out */
  async follow(turn: () => Promise<boolean>): Promise<boolean> {
    if (this.#waiting > most) return false;
    this.#waiting++;
    const turned = this.#last.then(turn).finally(() => this.#waiting--);
    this.#last = turned.catch(() => {});
    return turned;
  }
}
